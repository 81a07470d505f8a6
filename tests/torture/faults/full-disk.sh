# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# A disk of some kilobytes more than the journal needs for a few rows; then it is made larger.
title="the disk is full" times=3
prepare() {
    expect_of "$work/small.yaml"
    mkdir -p "$work/disk"
    mount -t tmpfs -o size=1m none "$work/disk" 2>/dev/null || skip="this user may mount nothing"
    dir=$work/disk/run
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
}
attack() {
    mount -o remount,size=1m "$work/disk"
    random 40
    head -c $((1048576 - (40 + random * 3) * 1024)) /dev/zero >"$work/disk/filler"
    begin
    ended
    [ $code -eq 1 ] || [ $code -eq 2 ] || [ $code -eq 0 ] || oops "ended with $code: $(head -c 300 "$work/said")"
    [ $code -eq 0 ] || [ -s "$work/said" ] || oops "ended with $code and said nothing"
    rm "$work/disk/filler"
    mount -o remount,size=16m "$work/disk"
    [ -f "$dir/journal.jsonl" ] || rm -rf "$dir" # it refused to begin
    settle
}
