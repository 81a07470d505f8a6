# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A limit on the size of files stands for a disk that is full, where nothing may be mounted; SIGXFSZ, which would
# end the driver, is ignored as by a shell that sets such a limit. Then the limit is gone.
title="files may not grow (ulimit -f)" times=3
attack() {
    random 60
    blocks=$((8 + random)) # of 512 bytes
    (ulimit -f $blocks; trap '' XFSZ; exec "$attnlab" run "$spec" -o "$dir" -q) >/dev/null 2>"$work/said"
    code=$?
    ends_with 0 1 2
    [ -f "$dir/journal.jsonl" ] || rm -rf "$dir" # it refused to begin
    settle
}
