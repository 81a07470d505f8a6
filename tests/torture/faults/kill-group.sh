# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Kills the driver and its workers at the same time.
title="driver and workers are killed together" times=20
attack() {
    cut_off 900 group
    settle
}
