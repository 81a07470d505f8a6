# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The driver is killed, and its workers end too. The run resumes, is killed again, and resumes again.
title="the driver is killed, twice" times=20
attack() {
    for kill in 1 2; do
        cut_off 700
    done
    settle
}
