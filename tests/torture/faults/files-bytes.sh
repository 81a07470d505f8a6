# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Changes a byte of plan.json, manifest.json, describe.json or cells.csv. The resumed run must either stop
# with a reason or end with the same rows.
title="bytes of plan, manifest or tables change" times=8
attack() {
    cp -r "$work/whole" "$dir"
    random 8
    sed -i "$((4 + random)),\$d" "$dir/journal.jsonl" # leaves unfinished rows
    random 4
    case $random in 0) name=plan.json ;; 1) name=manifest.json ;; 2) name=describe.json ;; *) name=cells.csv ;; esac
    any_byte "$dir/$name"
    cp "$dir/journal.jsonl" "$work/before"
    begin
    ended
    ends_with 0 2
    if [ $code -eq 2 ]; then
        cmp -s "$dir/journal.jsonl" "$work/before" || oops "$name, byte $at: the refused run changed the journal"
        cp "$work/whole/$name" "$dir/$name"
    fi
    settle
}
