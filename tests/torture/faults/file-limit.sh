# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Simulates a full disk with a limit on file size, for users who may not mount a disk. The run is then resumed
# without the limit.
title="files may not grow (ulimit -f)" times=3
attack() {
    random 60
    blocks=$((8 + random)) # blocks of 512 bytes
    (ulimit -f $blocks; trap '' XFSZ; exec "$attnlab" run "$spec" -o "$dir" -q) >/dev/null 2>"$work/said"
    code=$?
    ends_with 0 1 2
    [ -f "$dir/journal.jsonl" ] || rm -rf "$dir" # the run did not start
    settle
}
