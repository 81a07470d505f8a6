# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Kills a worker, as the kernel does when memory runs out. The row reports the kill and is retried when the
# run is resumed.
title="a worker is killed from outside" times=10
attack() {
    begin
    moment 600
    workers | head -n 1 | xargs -r kill -KILL 2>/dev/null
    ended
    # Before the first row, a worker lists the axes. If this worker is killed, the driver exits with an error.
    [ $code -le 1 ] || grep -q 'was killed by signal 9\|killed by SIGKILL' "$work/said" || oops "the driver ended with $code: $(head -c 300 "$work/said")"
    settle
}
