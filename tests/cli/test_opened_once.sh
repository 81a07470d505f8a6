#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests that the worker opens a data set only once for all cells that read the same data. Cells with different
# data settings must not be confused.
. "$(dirname "$0")/lib.sh"
ATTNLAB_WORKER=$(dirname "$attnlab")/attnlab-worker
small="kind=quality,n=16,batch=2,d_model=16,heads=2,layers=1,steps=4"
# complete CELL...: prints complete cells, one per line, as the driver passes them to the worker.
complete() { for cell; do "$attnlab" cell --print-complete "$small,$cell"; done; }
# predicted CELL...: prints the worker's prediction for the last cell.
predicted() { complete "$@" | "$ATTNLAB_WORKER" predict | tail -n 1 | sed 's/"cell":"[^"]*"//'; }

# This text is not valid UTF-8, so only the tokenizer `bytes` accepts the text.
yes "$(printf 'caf\351 au lait')" | head -n 400 >"$work/latin.txt"
text="data=text:$work/latin.txt,task=next_token"
alone=$(predicted "$text,tokenizer=bytes")
is "the file is opened for tokenizer bytes" "$(echo "$alone" | grep -c '"read_work":0[,.}]')" 0
is "the prediction is the same after a cell that cannot read the file" \
    "$(predicted "$text,tokenizer=chars" "$text,tokenizer=bytes")" "$alone"

# valid_limit applies before half of the validation split is held out. With a limit of 1, the split has a
# single record, which cannot be halved.
awk 'BEGIN { for (i = 0; i < 51; i++) print (i % 2 ? "yes" : "no") "\tword" i " word" i % 7 }' >"$work/lab.tsv"
# faults LIMIT...: prints 1 or 0 for each value of valid_limit: 1 if the cell has an error.
faults() {
    for limit; do
        complete "data=labelled:$work/lab.tsv,task=classes,tokenizer=words,held_out=yes,valid_limit=$limit"
    done | "$ATTNLAB_WORKER" open | sed 's/.*"fault":null.*/0/; s/.*cannot halve the valid split.*/1/' | tr '\n' ' '
}
is "half of one record cannot be held out, but half of all records can" "$(faults 1 0)" "1 0 "
is "the order of the cells does not change the errors" "$(faults 0 1)" "0 1 "
finish
