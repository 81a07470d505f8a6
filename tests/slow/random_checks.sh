#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks 2,000 random compositions and shapes, forward and backward. `./run.sh test` checks 60 different ones.
cd "$(dirname "$0")/../.." || exit
name="2,000 random compositions are their formulas and have their gradients"
if out=$(./attnlab check --random 2000 --seed 2 --quiet); then echo "ok 1 - $name"; else
    echo "not ok 1 - $name"
    status=1
fi
echo "$out" | sed 's/^/# /'
echo 1..1
exit "${status:-0}"
