# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Pauses the driver, with or without its workers, and continues it later.
title="SIGSTOP for a while, driver or workers" times=4
attack() {
    begin
    moment 500
    random 2
    if [ "$random" = 0 ]; then stopped=$driver; else stopped=-$driver; fi
    kill -STOP $stopped 2>/dev/null
    moment 700
    kill -CONT $stopped 2>/dev/null
    ended
    ends_with 0
    settle
}
