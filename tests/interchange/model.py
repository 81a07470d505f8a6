#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Loads a model trained by attnlab (`--keep weights`) in PyTorch and computes its validation loss again.

    attnlab cell "kind=quality,data=text:FOLDER,task=next_token,tokenizer=chars,n=32,..." --keep weights
    -o RUN
    tests/interchange/model.py RUN FOLDER

FOLDER has train.txt, whose characters are the vocabulary, and valid.txt. Exits with 1 if the relative
difference of the losses exceeds 1e-5, because floats are summed in another order. Works for models of
this architecture (pre-LN, learned positions, GELU); others need another module than
tests/peers/decoder.py.
"""
import csv, json, pathlib, sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))
import numpy as np
import torch
import decoder

run, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
train, valid = ((folder / f"{part}.txt").read_text(encoding="utf-8") for part in ("train", "valid"))
row = next(csv.DictReader(open(run / "cells.csv", newline="")))
weights = run / row["weights"]
try:
    from safetensors.numpy import load_file  # the format's own package
    tensors = load_file(weights)
except ImportError:
    tensors = decoder.read_safetensors(weights)  # without the package, ten lines of Python
layers, heads, d, n = (int(row[name]) for name in ("layers", "heads", "d_model", "n"))

ids, vocabulary = decoder.token_ids(train, "chars", 0)
number = dict(zip(train, ids))
ids = np.array([number.get(c, decoder.UNKNOWN) for c in valid])
model = decoder.Decoder(layers, heads, d, n, vocabulary)
state = decoder.from_attnlab(tensors, layers)
model.load_state_dict({**state, "lm_head.weight": state["wte.weight"], **dict(model.named_buffers())})
total = targets = 0
with torch.no_grad():
    for at in range(0, len(ids) - 1, n):  # consecutive windows; the last may be shorter
        x, y = ids[at:at + n][:len(ids) - 1 - at], ids[at + 1:at + 1 + n]
        total += model(torch.tensor(x)[None], torch.tensor(y)[None]).item() * len(y)
        targets += len(y)
print(f"{sum(t.size for t in tensors.values())} parameters in {len(tensors)} tensors; the row has {row['parameters']}")
print(f"validation loss {total / targets:.7f} of {targets} characters; the row has {row['valid_loss']}")
same = sum(t.size for t in tensors.values()) == int(row["parameters"])
sys.exit(int(not same or abs(total / targets / float(row["valid_loss"]) - 1) > 1e-5))
