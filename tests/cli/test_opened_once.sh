#!/bin/sh
# SPDX-License-Identifier: MIT
# The worker opens data once for all cells that read the same data; cells that differ in any setting
# of the data are never confused.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
small="kind=quality,n=16,batch=2,d_model=16,heads=2,layers=1,steps=4"
# complete CELL...: as the driver hands them to the worker, a line each
complete() { for cell; do "$attnlab" cell --print-complete "$small,$cell"; done; }
# foretold CELL...: what the worker says of the last, without its name
foretold() { complete "$@" | "$ATTNLAB_WORKER" predict | tail -n 1 | sed 's/"cell":"[^"]*"//'; }

# Not UTF-8, so that of these tokenizers bytes alone takes it.
yes "$(printf 'caf\351 au lait')" | head -n 400 >"$work/latin.txt"
text="data=text:$work/latin.txt,task=next_token"
alone=$(foretold "$text,tokenizer=bytes")
is "the file is opened for bytes" "$(echo "$alone" | grep -c '"read_work":0[,.}]')" 0
is "and foretold the same behind a cell that cannot read it" \
    "$(foretold "$text,tokenizer=chars" "$text,tokenizer=bytes")" "$alone"

# A limit comes before the half that is held out: one record has none.
awk 'BEGIN { for (i = 0; i < 51; i++) print (i % 2 ? "yes" : "no") "\tword" i " word" i % 7 }' >"$work/lab.tsv"
# faults LIMIT...: of cells with these valid_limit, 1: there is one
faults() {
    for limit; do
        complete "data=labelled:$work/lab.tsv,task=classes,tokenizer=words,held_out=yes,valid_limit=$limit"
    done | "$ATTNLAB_WORKER" open | sed 's/.*"fault":null.*/0/; s/.*cannot halve the valid split.*/1/' | tr '\n' ' '
}
is "one record cannot be halved, all can" "$(faults 1 0)" "1 0 "
is "whichever is asked first" "$(faults 0 1)" "0 1 "
finish
