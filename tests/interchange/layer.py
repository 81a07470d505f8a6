#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An example in NumPy: reads the files of `attnlab cell --export` and computes the layer again.

    attnlab cell "n=64,d_model=32,heads=4,mask=causal,phase=both" --export layer
    tests/interchange/layer.py layer

Prints the largest difference of the output, and of the gradients if PyTorch is installed, each relative
to the largest entry. Exits with 1 if a difference is above 1e-5 (sums of a few hundred floats, each
rounded by 6e-8).
"""
import json, math, pathlib, sys
import numpy as np

folder = pathlib.Path(sys.argv[1])
facts = json.loads((folder / "cell.json").read_text())
arrays = {a["name"]: np.load(folder / a["file"]).astype(np.float64) for a in facts["arrays"]}
arrays["mask"] = np.tri(facts["shape"]["n"])
heads, d_head = facts["shape"]["heads"], facts["shape"]["d_head"]


def layer(x, w, exp, split, join):
    """Causal softmax attention; matrices are (d_in, d_out). exp, split and join come from NumPy or
    PyTorch."""
    q, k, v = (split(x @ w[name]) for name in ("q.w", "k.w", "v.w"))
    weights = exp(q @ k.swapaxes(-1, -2) / math.sqrt(d_head)) * w["mask"]
    return join((weights / weights.sum(-1)[..., None]) @ v) @ w["o.w"]


def off(name, found):
    error = abs(found - arrays[name]).max() / abs(arrays[name]).max()
    print(f"{name:5} {error:.1e}")
    return error


b, n, _ = arrays["x"].shape
errors = [off("y", layer(arrays["x"], arrays, np.exp, lambda t: t.reshape(b, n, heads, d_head).swapaxes(1, 2),
                         lambda t: t.swapaxes(1, 2).reshape(b, n, heads * d_head)))]
if "dy" in arrays:
    try:
        import torch
        given = {k: torch.tensor(a, requires_grad=k != "mask") for k, a in arrays.items()}
        y = layer(given["x"], given, torch.exp, lambda t: t.view(b, n, heads, d_head).transpose(1, 2),
                  lambda t: t.transpose(1, 2).reshape(b, n, heads * d_head))
        y.backward(given["dy"].detach())
        errors += [off(f"d{k}", given[k].grad.numpy()) for k in ("x", "q.w", "k.w", "v.w", "o.w")]
    except ImportError:
        print("PyTorch is not installed: gradients are not checked")
sys.exit(int(max(errors) > 1e-5))
