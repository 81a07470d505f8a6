# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Kills the driver after a random number of journal rows. If all rows are in the journal, the kill happens
# while tables are written.
title="the driver is killed after some rows" times=20
reached() { [ "$(wc -l <"$dir/journal.jsonl" || echo 0)" -ge "$1" ] || ! kill -0 "$driver"; }
attack() {
    begin
    random $((rows + 1))
    await reached "$random"
    moment 60
    kill -KILL $driver 2>/dev/null
    ended
    settle
}
