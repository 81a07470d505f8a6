# SPDX-License-Identifier: MIT
# shellcheck shell=sh
title="the folder cannot be written any more" times=2
prepare() {
    expect_of "$work/small.yaml"
    mkdir -p "$work/disk"
    mount -t tmpfs -o size=16m none "$work/disk" 2>/dev/null || skip="this user may mount nothing"
    dir=$work/disk/run
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
}
attack() {
    begin
    moment 700
    kill -KILL $driver 2>/dev/null
    ended
    mount -o remount,ro "$work/disk" || { oops "not made read-only" && return; }
    if [ -d "$dir" ]; then
        cp -r "$dir" "$work/before"
        begin
        ended
        [ $code -eq 1 ] || [ $code -eq 2 ] || oops "ended with $code: $(head -c 300 "$work/said")"
        [ -s "$work/said" ] || oops "said nothing"
        diff -r "$dir" "$work/before" >/dev/null || oops "something was changed"
        rm -rf "$work/before"
    fi
    mount -o remount,rw "$work/disk"
    settle
}
