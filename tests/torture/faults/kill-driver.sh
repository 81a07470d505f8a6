# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Kills the driver twice. Its workers must end too, and the run is resumed after each kill.
title="the driver is killed, twice" times=20
attack() {
    for kill in 1 2; do
        cut_off 700
    done
    settle
}
