# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# What was there is gone; the driver says so, and does not end as if all were well.
title="the folder vanishes while it is written" times=3
attack() {
    begin
    await [ -s "$dir/journal.jsonl" ]
    moment 300
    mv "$dir" "$work/gone" && rm -rf "$work/gone"
    ended
    ends_with 0 1 2
    [ $code -ne 0 ] || [ -f "$dir/cells.csv" ] || oops "ended with 0, and there are no tables"
    rm -rf "$dir"
    settle
}
