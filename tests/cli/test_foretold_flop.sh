#!/bin/sh
# SPDX-License-Identifier: MIT
# The FLOP of training that a plan foretells, against those that the worker counts batch by batch: equal
# where the data say how many answers a sequence asks for, and as near as what is drawn where masks are.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
base="kind=quality,batch=4,layers=1,d_model=32,steps=200"
# flop COMMAND: of all steps of the cell, which `count` tells last
flop() { "$ATTNLAB_WORKER" "$1" <"$work/cell" | grep -oE '"flop":[0-9.e+]+' | tail -n 1 | cut -d: -f2; }
# foretold PERCENT CELL: counted over foretold, at most so far from 1
foretold() {
    "$attnlab" cell --print-complete "$base,$2" >"$work/cell"
    is "$2" "$(echo "$(flop count) $(flop predict)" | awk -v most="$1" '
        { off = NF == 2 ? 100 * ($1 / $2 - 1) : 100; print off * off <= most * most ? "near" : "counted, foretold: " $0 }')" near
}
foretold 0 "n=16,task=positions,data=recall:length=16%2Cpairs=2"
foretold 0 "n=48,task=positions,data=mqar:length=48%2Cvocabulary=64"
foretold 0 "n=16,task=classes,data=stories:1,tokenizer=words"
foretold 0 "n=65,task=images,data=shapes:train=300%2Cvalid=50%2Ctest=50"
# 1,920 of 12,800 places are masked, give or take 40 by the binomial law: 2 % of the head, which has 1.7 % of
# the FLOP here, so 0.03 % a deviation; a head at all places would have another 10 %.
foretold 0.2 "n=16,task=masked_token,data=text:builtin,tokenizer=words,vocabulary=50"
finish
