# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Damages each checkpoint of a killed run. No training run may resume from a damaged checkpoint. Each run must
# restart and end with the same bits.
title="checkpoints are damaged" times=6
prepare() {
    sed -e 's/steps: 60/steps: 400/' -e 's/lr: .0.001, 0.003./lr: [0.001]/' -e 's/seed: 1-3/seed: 1-2/' "$work/small.yaml" >"$work/longer.yaml"
    expect_of "$work/longer.yaml"
}
has_checkpoint() { ls "$dir"/checkpoints/*.safetensors >/dev/null 2>&1 || ! kill -0 "$driver"; }
# damage FILE: changes a byte to a different value, or truncates the file.
damage() {
    size=$(wc -c <"$1")
    random 4
    cut=$random
    random "$size"
    at=$random
    if [ "$cut" = 0 ]; then truncate -s "$at" "$1" && return; fi
    random 255
    was=$(od -An -tu1 -j "$at" -N 1 "$1")
    put_byte "$1" "$at" $(((was + 1 + random) % 256))
}
attack() {
    begin
    await has_checkpoint
    kill -KILL $driver 2>/dev/null
    ended
    for file in "$dir"/checkpoints/*.safetensors; do
        [ ! -f "$file" ] || damage "$file"
    done
    settle
}
