# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Three drivers start the same run in a new folder. One of them runs; the others report that the folder is in
# use.
title="three drivers start one run at once" times=4
attack() {
    for one in 1 2 3; do
        ("$attnlab" run "$spec" -o "$dir" -q >/dev/null 2>"$work/said$one"; echo $? >"$work/code$one") &
    done
    wait
    began=0
    for one in 1 2 3; do
        cp "$work/said$one" "$work/said"
        case $(cat "$work/code$one") in
        0) began=$((began + 1)) ;;
        2) grep -q "another attnlab\|is not empty\|another run" "$work/said" || oops "refused with the message $(head -c 300 "$work/said")" ;;
        *) oops "ended with $(cat "$work/code$one"): $(head -c 300 "$work/said")" ;;
        esac
    done
    [ $began = 1 ] || oops "$began of three succeeded, expected one"
    settle
}
