# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sends a signal to the whole process group, often twice, as terminals and batch systems do.
title="SIGINT, SIGTERM to the whole group" times=4
attack() {
    begin
    moment 800
    any_signal 2 15
    kill -$signal -$driver 2>/dev/null
    random 2
    [ "$random" = 0 ] || kill -$signal -$driver 2>/dev/null
    ended
    ends_with 0 $((128 + signal))
    settle
}
