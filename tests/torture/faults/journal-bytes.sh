# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Changes one to five bytes of a complete journal. Checksums detect the damaged lines, and the rows in these
# lines are measured again.
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
