# SPDX-License-Identifier: MIT
"""nanoGPT's CPU run on Tiny Shakespeare in PyTorch (the recipe of ablations/known/shakespeare.yaml).
Prints nanoGPT's loss, estimated from 20 random batches, and the loss on the whole validation split,
as attnlab computes it. Started by run.sh --nanogpt; ATTNLAB_DATA names the folder of data sets.

With nanoGPT's seed, 1337, random numbers are drawn in nanoGPT's order: initial values, batches, batches
of the estimates. The estimate at step 2000 then equals the published 1.8857.
"""
import argparse
import gzip
import math
import os
import pathlib
import sys

import torch
from torch import nn

import decoder

LAYERS, HEADS, D, N, BATCH = 4, 4, 128, 64, 12
STEPS, WARMUP, LR, LR_END = 2000, 100, 1e-3, 1e-4
EVALUATE_EVERY, ESTIMATE_BATCHES = 250, 20
TRAIN = 0.9  # share of the text; the rest is for validation


def read_text():
    """Reads the user's file if it exists, otherwise the included copy."""
    home = pathlib.Path(__file__).resolve().parents[2]
    path = pathlib.Path(os.environ.get("ATTNLAB_DATA", home / "data")) / "tinyshakespeare/input.txt"
    included = home / "datasets/included/tinyshakespeare/input.txt.gz"
    try:
        packed = None if path.exists() else included.read_bytes()
        text = (gzip.decompress(packed) if packed else path.read_bytes()).decode()
    except (OSError, EOFError) as error:
        sys.exit(f"{error}; expected: {path} or {included}")
    number = {c: i for i, c in enumerate(sorted(set(text)))}
    ids = torch.tensor([number[c] for c in text])
    cut = int(TRAIN * len(ids))
    return ids[:cut], ids[cut:], len(number)


def begin(module):
    if isinstance(module, (nn.Linear, nn.Embedding)):
        nn.init.normal_(module.weight, 0, 0.02)


def new_model(vocabulary):
    model = decoder.Decoder(LAYERS, HEADS, D, N, vocabulary, bias=False)
    model.apply(begin)
    for name, parameter in model.named_parameters():
        if name.endswith("c_proj.weight"):
            nn.init.normal_(parameter, 0, 0.02 / math.sqrt(2 * LAYERS))
    return model


def new_optimizer(model):
    """Returns AdamW with decay of all two-dimensional parameters, including embeddings."""
    trained = [p for p in model.parameters() if p.requires_grad]
    groups = [{"params": [p for p in trained if p.dim() >= 2], "weight_decay": 0.1},
              {"params": [p for p in trained if p.dim() < 2], "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=LR, betas=(0.9, 0.99), eps=1e-8)


def rate(step):
    if step < WARMUP:
        return LR * (step + 1) / (WARMUP + 1)
    done = (step - WARMUP) / (STEPS - WARMUP)
    return LR_END + 0.5 * (1 + math.cos(math.pi * done)) * (LR - LR_END)


def draw(ids):
    starts = torch.randint(len(ids) - N, (BATCH,))
    return (torch.stack([ids[i:i + N] for i in starts]),
            torch.stack([ids[i + 1:i + 1 + N] for i in starts]))


@torch.no_grad()
def estimate(model, ids):
    losses = [model(*draw(ids)) for _ in range(ESTIMATE_BATCHES)]
    return torch.stack(losses).mean().item()


@torch.no_grad()
def whole(model, ids):
    """Windows that do not overlap; every character except the first is predicted once."""
    total, asked = 0.0, len(ids) - 1
    rows = asked // N
    inputs, targets = ids[:rows * N].view(rows, N), ids[1:rows * N + 1].view(rows, N)
    for x, y in zip(inputs.split(BATCH), targets.split(BATCH)):
        total += model(x, y).item() * y.numel()
    if asked > rows * N:
        total += model(ids[None, rows * N:-1], ids[None, rows * N + 1:]).item() * (asked - rows * N)
    return total / asked


def train(seed):
    torch.manual_seed(seed)
    train_ids, valid_ids, vocabulary = read_text()
    model = new_model(vocabulary)
    optimizer = new_optimizer(model)
    x, y = draw(train_ids)
    for step in range(STEPS + 1):
        if step % EVALUATE_EVERY == 0:
            losses = estimate(model, train_ids), estimate(model, valid_ids)
            print(f"seed {seed}, step {step}: train loss {losses[0]:.4f}, validation loss "
                  f"{losses[1]:.4f}, of {ESTIMATE_BATCHES} batches each", flush=True)
        if step == STEPS:
            break
        for group in optimizer.param_groups:
            group["lr"] = rate(step)
        loss = model(x, y)
        x, y = draw(train_ids)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    print(f"seed {seed}, step {STEPS}: validation loss {whole(model, valid_ids):.4f} of all "
          f"{len(valid_ids) - 1} characters", flush=True)


def main():
    parser = argparse.ArgumentParser(prog="tests/peers/run.sh --nanogpt", description=__doc__)
    parser.add_argument("--seed", type=int, action="append", help="random seed; may be repeated [default: 1337]")
    given = parser.parse_args()
    torch.set_num_threads(1)
    for seed in given.seed or [1337]:
        train(seed)


if __name__ == "__main__":
    main()
