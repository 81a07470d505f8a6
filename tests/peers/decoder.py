# SPDX-License-Identifier: MIT
"""A decoder-only transformer as in nanoGPT: pre-LN, learned positions, GELU, q, k, v in one product,
tied embeddings, dropout 0; and its training data.

Where nanoGPT leaves a choice, this model does the same as attnlab's decoder: no bias on the attention
matrices, biases on the feed-forward net and LayerNorm. Attention is PyTorch's fused function if
available (from 2.0 on), otherwise product, mask, softmax, product, as in nanoGPT.
"""
import collections
import json
import math

import numpy
import torch
from torch import nn
from torch.nn import functional

from modules import FUSED

SPECIALS, UNKNOWN, END = 6, 1, 3  # ids of datasets/tokenizers/tokenizer.h


# ---- the model ----

class Attention(nn.Module):
    def __init__(self, d, heads, n):
        super().__init__()
        self.heads = heads
        self.c_attn = nn.Linear(d, 3 * d, bias=False)
        self.c_proj = nn.Linear(d, d, bias=False)
        self.register_buffer("bias", torch.tril(torch.ones(n, n)).view(1, 1, n, n))

    def forward(self, x):
        b, n, d = x.size()
        q, k, v = (t.view(b, n, self.heads, d // self.heads).transpose(1, 2)
                   for t in self.c_attn(x).split(d, dim=2))
        y = FUSED(q, k, v, is_causal=True) if FUSED else self.unfused(q, k, v, n)
        return self.c_proj(y.transpose(1, 2).contiguous().view(b, n, d))

    def unfused(self, q, k, v, n):
        weights = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        weights = weights.masked_fill(self.bias[:, :, :n, :n] == 0, float("-inf"))
        return functional.softmax(weights, dim=-1) @ v


class Block(nn.Module):
    def __init__(self, d, heads, n, bias):
        super().__init__()
        self.ln_1, self.attn = nn.LayerNorm(d), Attention(d, heads, n)
        self.ln_2 = nn.LayerNorm(d)
        self.c_fc, self.c_proj = nn.Linear(d, 4 * d, bias=bias), nn.Linear(4 * d, d, bias=bias)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.c_proj(functional.gelu(self.c_fc(self.ln_2(x))))


class Decoder(nn.Module):
    """If `bias` is false, the feed-forward net has no biases, and those of LayerNorm stay 0."""

    def __init__(self, layers, heads, d, n, vocabulary, bias=True):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocabulary, d), nn.Embedding(n, d)
        self.blocks = nn.ModuleList(Block(d, heads, n, bias) for _ in range(layers))
        self.ln_f = nn.LayerNorm(d)
        self.lm_head = nn.Linear(d, vocabulary, bias=False)
        self.lm_head.weight = self.wte.weight
        for module in self.modules():
            if isinstance(module, nn.LayerNorm):
                module.bias.requires_grad_(bias)

    def forward(self, ids, targets):
        x = self.wte(ids) + self.wpe(torch.arange(ids.size(1)))
        for block in self.blocks:
            x = block(x)
        logits = self.lm_head(self.ln_f(x))
        return functional.cross_entropy(logits.view(-1, logits.size(-1)), targets.view(-1))


def optimizer(model, lr):
    """Returns AdamW as in nanoGPT, but without decay of embeddings, as in attnlab."""
    decayed = [p for name, p in model.named_parameters() if p.dim() >= 2 and
               not name.startswith("w")]
    others = [p for name, p in model.named_parameters() if p.dim() < 2 or name.startswith("w")]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": 0.1},
                              {"params": others, "weight_decay": 0.0}],
                             lr=lr, betas=(0.9, 0.95), eps=1e-8)


# ---- attnlab's parameters ----

def read_safetensors(path):
    with open(path, "rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
        body = file.read()
    header.pop("__metadata__", None)
    return {name: numpy.frombuffer(body[slice(*e["data_offsets"])], dtype="<f4").reshape(e["shape"])
            for name, e in header.items()}


def from_attnlab(tensors, layers, prefix=""):
    """Renames arrays from attnlab's names to this model's."""
    def get(name):
        return torch.from_numpy(tensors[prefix + name].copy())

    def norm(to, name):
        return {f"{to}.weight": get(f"{name}.gain"), f"{to}.bias": get(f"{name}.bias")}

    found = {"wte.weight": get("embedding"), "wpe.weight": get("position"),
             **norm("ln_f", "decoder.norm")}
    for layer in range(layers):
        to, attention, ffn = f"blocks.{layer}.", f"decoder.{layer}.attention.", \
            f"decoder.{layer}.ffn."
        found |= norm(to + "ln_1", attention + "norm") | norm(to + "ln_2", ffn + "norm")
        found[to + "attn.c_attn.weight"] = torch.cat([get(f"{attention}{s}.w").T for s in "qkv"])
        found[to + "attn.c_proj.weight"] = get(attention + "o.w").T
        found |= {to + "c_fc.weight": get(ffn + "w1").T, to + "c_fc.bias": get(ffn + "b1"),
                  to + "c_proj.weight": get(ffn + "w2").T, to + "c_proj.bias": get(ffn + "b2")}
    return found


# ---- attnlab's batches ----

def pieces(text, tokenizer):
    """Splits the text like attnlab's tokenizers `chars` and `words`."""
    if tokenizer == "chars":
        return list(text)
    return text.replace("\n", " \n ").split(" ")


def token_ids(text, tokenizer, vocabulary):
    """Returns (ids, vocabulary size). The vocabulary has the most frequent units; ties go to the first
    in the text."""
    units = [u for u in pieces(text, tokenizer) if u]
    end = "\n" if tokenizer == "words" else None
    most = collections.Counter(u for u in units if u != end).most_common(
        vocabulary - SPECIALS if vocabulary else None)
    number = {u: SPECIALS + i for i, (u, _) in enumerate(most)}
    if end:
        number[end] = END
    return numpy.array([number.get(u, UNKNOWN) for u in units]), SPECIALS + len(most)


def philox(seed, stream, index):
    """Computes the same as rng_u64 of base/rng.c."""
    words = [index, index >> 32, stream, stream >> 32]
    counter, key = [w & 0xFFFFFFFF for w in words], [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        a, b = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [b >> 32 ^ counter[1] ^ key[0], b & 0xFFFFFFFF,
                   a >> 32 ^ counter[3] ^ key[1], a & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter[1] << 32 | counter[0]


def stream_of(name):
    """Computes the FNV-1a hash, as rng_stream of base/rng.c does."""
    value = 0xcbf29ce484222325
    for byte in name.encode():
        value = (value ^ byte) * 0x100000001b3 & 0xFFFFFFFFFFFFFFFF
    return value


class Batches:
    """Returns the windows that attnlab's task next_token draws at each step with seed 1."""

    def __init__(self, ids, batch, n):
        self.ids, self.batch, self.n = ids, batch, n
        self.stream = stream_of("task.order")

    def at(self, step):
        places = len(self.ids) - self.n
        starts = [philox(1, self.stream, step * self.batch + b) * places >> 64
                  for b in range(self.batch)]
        return (torch.stack([torch.from_numpy(self.ids[i:i + self.n]) for i in starts]),
                torch.stack([torch.from_numpy(self.ids[i + 1:i + 1 + self.n]) for i in starts]))
