# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The folder disappears during the run. The driver must report this at the next row and exit with an error.
title="the folder is deleted during the run" times=3
attack() {
    begin
    await [ -s "$dir/journal.jsonl" ]
    moment 300
    mv "$dir" "$work/gone" && rm -rf "$work/gone"
    ended
    ends_with 0 1 2
    [ $code -eq 0 ] || grep -q "was deleted while this run wrote\|was moved while" "$work/said" ||
        oops "ended with $code without mentioning the folder: $(head -c 300 "$work/said")"
    ! grep -q 'are safe in' "$work/said" || oops "called deleted rows safe"
    [ $code -ne 0 ] || [ -f "$dir/cells.csv" ] || oops "ended with 0, but without tables"
    rm -rf "$dir"
    settle
}
