# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A signal ends the driver during a row. The driver abandons this row, and the tables contain all finished
# rows.
title="SIGINT, SIGTERM, SIGHUP to the driver" times=6
attack() {
    begin
    moment 800
    any_signal 2 15 1
    # Background processes may ignore SIGINT, so exit status 0 is also accepted.
    kill -$signal $driver 2>/dev/null
    ended
    ends_with 0 $((128 + signal))
    settle
}
