# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# As the keys of a terminal do it, and as a batch system ends a job: the signal goes to the whole group, often
# twice.
title="SIGINT, SIGTERM to the whole group" times=4
attack() {
    begin
    moment 800
    random 2
    case $random in 0) name=INT status=130 ;; *) name=TERM status=143 ;; esac
    kill -$name -$driver 2>/dev/null
    random 2
    [ "$random" = 0 ] || kill -$name -$driver 2>/dev/null
    ended
    [ $code -eq $status ] || [ $code -eq 0 ] || oops "SIG$name: ended with $code, not $status: $(head -c 300 "$work/said")"
    settle
}
