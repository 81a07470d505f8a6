# SPDX-License-Identifier: MIT
# shellcheck shell=sh
title="driver and workers are killed together" times=20
attack() {
    begin
    moment 900
    kill -KILL -$driver 2>/dev/null
    ended
    settle
}
