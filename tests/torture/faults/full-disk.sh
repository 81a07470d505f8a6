# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# The disk becomes full after a few journal rows. The disk is then enlarged, and the run is resumed.
title="the disk is full" times=3
prepare() {
    expect_of "$work/small.yaml"
    own_disk 1
}
attack() {
    mount -o remount,size=1m "$work/disk"
    random 40
    head -c $((1048576 - (40 + random * 3) * 1024)) /dev/zero >"$work/disk/filler"
    begin
    ended
    ends_with 0 1 2
    rm "$work/disk/filler"
    mount -o remount,size=16m "$work/disk"
    [ -f "$dir/journal.jsonl" ] || rm -rf "$dir" # the run did not start
    settle
}
