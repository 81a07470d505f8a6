# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# As the keys of a terminal do it, and as a batch system ends a job: the signal goes to the whole group, often
# twice.
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
