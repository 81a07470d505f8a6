# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The driver dies at once, its workers with it; then it goes on, and dies again.
title="the driver is killed, twice" times=20
attack() {
    for kill in 1 2; do
        begin
        moment 700
        kill -KILL $driver 2>/dev/null
        ended
    done
    settle
}
