# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The row at work is given up, all others are in the tables.
title="SIGINT, SIGTERM, SIGHUP to the driver" times=6
attack() {
    begin
    moment 800
    random 3
    case $random in 0) name=INT status=130 ;; 1) name=TERM status=143 ;; *) name=HUP status=129 ;; esac
    # A process that the shell starts in the background ignores SIGINT until it says otherwise.
    kill -$name $driver 2>/dev/null
    ended
    [ $code -eq $status ] || [ $code -eq 0 ] || oops "SIG$name: ended with $code, not $status: $(head -c 300 "$work/said")"
    settle
}
