# SPDX-License-Identifier: MIT
"""Checks that attnlab and the textbook modules compute the same results.

At small shapes the reference is the textbook module in double precision, on the numbers that attnlab
exported. attnlab in float and PyTorch in float are both compared with it, and both errors are shown. At
the timed shape there is not enough memory for double, so float is compared with float.

Errors are relative to the largest entry of the tensor, or to 1 % of the largest entry of all gradients
if that is larger. The second rule is needed because the gradient of a constant that softmax ignores is 0
up to rounding.
"""
import pathlib
import tempfile

import numpy
import torch

import exported
import modules
import paired

# An output is the result of four successive sums with up to 1024 float terms each. The error of a sum is
# about sqrt(1024) * 6e-8 = 2e-6.
OUTPUT_TOLERANCE = 1e-5
# Gradients need twice as many sums, and their terms partly cancel. `attnlab check --gradients` uses the same
# tolerance.
GRADIENT_TOLERANCE = 1e-4
GRADIENT_FLOOR = 1e-2
# The timed shape needs larger tolerances. Gradients of score parameters are sums over 100 times as many
# pairs, so their rounding errors are ten times as large.
LARGE_SHAPE = {"y": 2, "gradient": 10}

SMALL = "batch=2,heads=4,d_model=64,n=70,phase=both"
MLP = ",".join(f"{s}=mlp,{s}_norm=before" for s in "qkv")
CERES = ",".join([f"{s}=mlp,{s}_norm=shared,{s}_act=mish,{s}_width=1,{s}_bias=hidden" for s in "qkv"]
                 + ["o_bias=yes"])
NORMALIZERS = ("score=dot,normalizer=expressive", "score=dot,normalizer=softmax_sink,sink=zero",
               "score=dot,normalizer=softmax_sink,sink=learned")
CELLS = [f"{variant},{mask},{SMALL}"
         for variant in ("score=dot", "score=neural,d_prime=16", "score=neural2,d_prime=2",
                         "score=neural2,d_prime=7", MLP, *NORMALIZERS, CERES)
         for mask in ("mask=causal", "mask=none,m=45", "mask=causal_padding")]
# The script uses these variants to test that the comparison can fail.
SHARP = CELLS[::3]
# These functions change the scores before softmax. A forget gate needs a causal mask.
BETWEEN = ("logits=softcap,logits_cap=2", "logits=fourier", "alibi=on", "forget=sigmoid",
           "score=neural,d_prime=16,logits=softcap,logits_cap=1,forget=sigmoid,alibi=on")
BETWEEN_CELLS = [f"{variant},{mask},{SMALL}" for variant in BETWEEN
                 for mask in ("mask=causal", "mask=none,m=45", "mask=causal_padding")
                 if "causal" in mask or "forget" not in variant]
BETWEEN_CELLS += [f"{variant},method=materialised,mask=causal,{SMALL}" for variant in BETWEEN]
SHARP += BETWEEN_CELLS[::4]
CELLS += BETWEEN_CELLS
GROUPED = [f"score={score},kv_heads={kv},{mask},{SMALL}"
           for score, kv, mask in (("dot", 2, "mask=causal"), ("dot", 1, "mask=none,m=45"),
                                   ("neural,d_prime=16", 2, "mask=causal_padding"))]
DIFFERENTIAL = [f"combine=differential,score={score},{mask},{SMALL}"
                for score, mask in (("dot", "mask=causal"), ("dot", "kv_heads=2,mask=none,m=45"),
                                    ("neural,d_prime=16", "mask=causal_padding"))]
SHARP += GROUPED[:1] + DIFFERENTIAL[:1]
CELLS += GROUPED + DIFFERENTIAL
# The materialised method follows the published code. Only its forward pass is compared.
CELLS += [f"score={score},method=materialised,mask=causal,{SMALL}".replace("both", "forward")
          for score in ("dot", "neural", "neural2")]


# These parameters add the same number to all scores of a row, which softmax ignores. Their gradients are 0
# unless a logit function changes the scores before softmax.
IGNORED = ("score.constant", "score.b3", "k.b2")


def ignored(cell, name):
    return name in IGNORED and cell.fields.get("logits", "none") == "none"


def tolerance(name, large=False):
    if name == "y":
        return OUTPUT_TOLERANCE * (LARGE_SHAPE["y"] if large else 1)
    return GRADIENT_TOLERANCE * (LARGE_SHAPE["gradient"] if large else 1)


def errors(found, wanted):
    """Returns the relative error of each tensor of `wanted`; infinite if shapes differ or a value is not
    finite."""
    largest = max([abs(w).max() for name, w in wanted.items() if name != "y"], default=0)
    result = {}
    for name, want in wanted.items():
        scale = max(abs(want).max(), 0 if name == "y" else GRADIENT_FLOOR * largest)
        got = found[name].astype(numpy.float64).reshape(want.shape)
        error = abs(got - want).max() / scale
        result[name] = error if numpy.isfinite(error) else numpy.inf
    return result


def worst(list_of_errors):
    """Returns the name and error with the largest ratio of error to tolerance."""
    return max(list_of_errors.items(), key=lambda e: e[1] / tolerance(e[0]))


def ours(cell):
    """Returns y and the gradients that attnlab exported."""
    return {name: cell[name] for role in ("output", "gradient") for name in cell.names(role)}


def compare(cell, double=True, layer=modules.Layer):
    """Returns (attnlab's errors, PyTorch's float errors or None). Raises an error if a tensor is
    missing."""
    single = modules.Pass(cell, layer=layer).results()
    judge = modules.Pass(cell, torch.float64).results() if double else single
    given = ours(cell)
    if "dy" in cell and set(given) != set(judge):
        raise ValueError(f"attnlab exported {sorted(given)}, PyTorch has {sorted(judge)}")
    return errors(given, judge), errors(single, judge) if double else None


def tap(number, good, text):
    print(f"{'ok' if good else 'not ok'} {number} - {text}", flush=True)
    return not good


def check_cell(number, cell, text):
    mine, single = compare(cell)
    name, error = worst(mine)
    return tap(number, error <= tolerance(name),
               f"{text}: worst {name} {error:.1e}, tolerance {tolerance(name):.0e}, PyTorch in "
               f"float {worst(single)[1]:.1e} ({worst(single)[0]}), {len(mine)} tensors")


def notices(cell, name):
    """Returns true if the comparison fails after this array is changed by about 1 %."""
    path = cell.folder / cell.arrays[name]["file"]
    kept = path.read_bytes()
    array = cell[name]
    uneven = 0.01 * numpy.cos(numpy.arange(array.size)).reshape(array.shape)
    numpy.save(path, (1.01 * array + uneven).astype(numpy.float32))
    found, error = worst(compare(cell)[0])
    path.write_bytes(kept)
    return error > tolerance(found)


def check_sharp(number, cell, text):
    """Checks that the comparison fails for every changed array, except those that softmax ignores."""
    names = ["x"] + cell.names("parameter") + cell.names("gradient")
    wrong = [name for name in names if notices(cell, name) == ignored(cell, name)]
    return tap(number, not wrong, f"{text}: wrong arrays are detected ({len(names)} tried)"
               + (f"; wrong for {', '.join(wrong)}" if wrong else ""))


def check_intervals(number):
    """Critical values of Wilcoxon's signed-rank test at 5 %, two-sided, from published tables: 0 for 6
    rounds, 2 for 7, 8 for 10, 52 for 20. The interval begins at the next mean."""
    found = [paired.cut(n, 0.95)[0] for n in (5, 6, 7, 10, 20)]
    return tap(number, found == [0, 1, 3, 9, 53], f"the intervals over rounds are exact ({found})")


def check_small():
    """Prints TAP lines and returns the number of failures."""
    failures = number = 0
    with tempfile.TemporaryDirectory() as scratch:
        for text in CELLS:
            cell = exported.export(text, pathlib.Path(scratch) / str(number))
            number += 1
            failures += check_cell(number, cell, text)
            if text in SHARP:
                number += 1
                failures += check_sharp(number, cell, text)
    number += 1
    failures += check_intervals(number)
    print(f"1..{number}")
    return failures
