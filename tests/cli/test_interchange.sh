#!/bin/sh
# SPDX-License-Identifier: MIT
# Tests files for other programs: arrays from `cell --export` and weights of a trained model. The examples in
# tests/interchange read these files.
. "$(dirname "$0")/lib.sh"
unset ATTNLAB_WORKER
python=${ATTNLAB_PYTHON:-python3}
for module in numpy torch; do
    "$python" -c "import $module" 2>/dev/null && continue
    [ -x /usr/bin/python3 ] && python=/usr/bin/python3 # Debian's packages are installed for this Python
done
mkdir "$work/text" && cp "$here/../../results/README.md" "$work/text/train.txt"
cp "$here/../../README.md" "$work/text/valid.txt"
cell=kind=quality,data=text:$work/text,task=next_token,tokenizer=chars,n=32,batch=8,d_model=32,heads=2,layers=2
cell_question "$work/one.yaml" "$cell,steps=40"
"$attnlab" run "$work/one.yaml" --keep weights -o "$work/run" >"$work/said" 2>&1
is "the run saves a model" "$?" 0
file=$(column "$work/run/cells.csv" weights)
has "the row names its weights file" "$file" "weights/"
is "predictions are not saved without the option" "$(ls "$work/run" | grep -c predictions)" 0
"$attnlab" run "$work/one.yaml" --keep predictions,weights -o "$work/both" >/dev/null 2>&1
is "equal cells give equal weights, whatever else is saved" "$(cmp "$work/run/$file" "$work/both/$file")" ""
is "predictions are saved as well" "$(head -n 1 "$work/both/$(column "$work/both/cells.csv" predictions)" | cut -c1-28)" \
    '{"split":"valid","record":1,'
"$attnlab" cell "n=48,batch=2,d_model=32,heads=4,mask=causal,phase=both" --export "$work/layer" >/dev/null 2>&1
is "a layer is exported" "$?" 0

if "$python" -c "import numpy" 2>/dev/null; then
    found=$("$python" "$here/../interchange/layer.py" "$work/layer" 2>&1)
    is "NumPy computes the same layer" "$?" 0
    has "the script prints the error" "$found" "y     "
else
    echo "ok $((tests += 1)) - NumPy computes the same layer # SKIP NumPy is not installed (apt-get install python3-numpy)"
fi
if "$python" -c "import torch" 2>/dev/null; then
    has "PyTorch computes the same gradients" "$found" "dq.w  "
    found=$("$python" "$here/../interchange/model.py" "$work/run" "$work/text" 2>&1)
    is "PyTorch computes the model's validation loss" "$?" 0
    has "every parameter is loaded" "$found" "in 28 tensors; the row has "
    cp -r "$work/run" "$work/bent" # flips a bit in the last tensor
    printf '\077' | dd of="$work/bent/$file" bs=1 seek=$(($(wc -c <"$work/bent/$file") - 1)) conv=notrunc 2>/dev/null
    "$python" "$here/../interchange/model.py" "$work/bent" "$work/text" >/dev/null 2>&1
    is "changed weights give another loss" "$?" 1
else
    echo "ok $((tests += 1)) - PyTorch computes the model's validation loss # SKIP PyTorch is not installed (apt-get install python3-torch)"
fi
finish
