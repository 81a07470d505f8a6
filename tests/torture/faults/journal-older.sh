# SPDX-License-Identifier: MIT
# shellcheck shell=sh
title="a journal of before there were checksums" times=2
attack() {
    cut_off 700 group
    [ ! -f "$dir/journal.jsonl" ] || sed -i 's/,"crc32":"[0-9a-f]*"}$/}/' "$dir/journal.jsonl"
    settle
}
