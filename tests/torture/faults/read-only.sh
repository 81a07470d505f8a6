# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The folder of a killed run becomes read-only. The run cannot be resumed, and its files do not change.
title="the folder becomes read-only" times=2
prepare() {
    expect_of "$work/small.yaml"
    own_disk 16
}
attack() {
    cut_off 700
    mount -o remount,ro "$work/disk" || { oops "remounting read-only failed" && return; }
    if [ -d "$dir" ]; then
        cp -r "$dir" "$work/before"
        begin
        ended
        ends_with 1 2
        diff -r "$dir" "$work/before" >/dev/null || oops "the folder was changed"
        rm -rf "$work/before"
    fi
    mount -o remount,rw "$work/disk"
    settle
}
