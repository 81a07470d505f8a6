# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The row at work is given up, all others are in the tables.
title="SIGINT, SIGTERM, SIGHUP to the driver" times=6
attack() {
    begin
    moment 800
    any_signal 2 15 1
    # A process that the shell starts in the background ignores SIGINT until it says otherwise.
    kill -$signal $driver 2>/dev/null
    ended
    ends_with 0 $((128 + signal))
    settle
}
