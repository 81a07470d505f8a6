# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# One to five bytes of a whole journal become others: the checksum of a line finds them, and the row is
# measured again.
title="bytes of the journal change" times=10
attack() {
    cp -r "$work/whole" "$dir"
    random 5
    changes=$((random + 1))
    while [ $changes -gt 0 ]; do
        any_byte "$dir/journal.jsonl"
        changes=$((changes - 1))
    done
    settle
}
