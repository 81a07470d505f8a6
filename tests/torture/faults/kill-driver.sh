# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The driver dies at once, its workers with it; then it goes on, and dies again.
title="the driver is killed, twice" times=20
attack() {
    for kill in 1 2; do
        cut_off 700
    done
    settle
}
