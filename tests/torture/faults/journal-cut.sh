# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Truncates a complete journal at a random byte.
title="the journal is truncated anywhere" times=10
attack() {
    cp -r "$work/whole" "$dir"
    random "$(wc -c <"$dir/journal.jsonl")"
    truncate -s "$random" "$dir/journal.jsonl"
    settle
}
