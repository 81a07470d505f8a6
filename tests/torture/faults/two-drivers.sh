# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Three drivers resume a killed run at the same time. The journal must not contain any row twice.
title="two drivers on one folder" times=4
attack() {
    begin
    await [ -s "$dir/journal.jsonl" ]
    moment 300
    kill -KILL $driver 2>/dev/null
    ended
    for one in 1 2 3; do
        "$attnlab" run "$spec" -o "$dir" --resume -q >/dev/null 2>"$work/said$one" &
    done
    wait
    for one in 1 2 3; do
        grep -q "another attnlab is writing" "$work/said$one" || [ ! -s "$work/said$one" ] ||
            grep -q "^note:" "$work/said$one" || oops "said $(head -c 300 "$work/said$one")"
    done
    settle
}
