# SPDX-License-Identifier: MIT
"""Attention layers in PyTorch, written as in textbooks and in the code of the papers.

They follow the formulas directly, without optimisation. Shapes: B batch, H heads, N queries, M keys, D
d_head, U = d'. A layer takes its parameters from an export.
"""
import math

import torch
from torch import nn

from normalizers import NORMALIZERS

# PyTorch 2.0 and later have fused attention.
FUSED = getattr(nn.functional, "scaled_dot_product_attention", None)


class DotScore(nn.Module):
    """s = q k^T / sqrt(D) (arXiv 1706.03762, equation 1)"""
    tensors = {}

    def __init__(self, fields):
        super().__init__()

    def forward(self, q, k):  # (B, H, N, D), (B, H, M, D) -> (B, H, N, M)
        return q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])


def all_pairs(q, k):
    """(B, H, N, U), (B, H, M, U) -> (B, H, N, M, 2U): repeats q, repeats k and concatenates, as in the
    code of arXiv 2502.17206."""
    n, m = q.shape[2], k.shape[2]
    q = q.unsqueeze(3).repeat(1, 1, 1, m, 1)
    k = k.unsqueeze(2).repeat(1, 1, n, 1, 1)
    return torch.cat([q, k], dim=-1)


class NeuralScore(nn.Module):
    """s = w . relu(L1 [q' ; k'] + b) + c, q' = Wq q, k' = Wk k (arXiv 2502.17206, the score equation).
    attnlab's `neural` folds L1 into Wq and Wk, which corresponds to L1 = [I I]."""
    tensors = {"wq": "pq.weight", "wk": "pk.weight", "b": "l1.bias", "w": "l2.weight",
               "constant": "l2.bias"}

    def __init__(self, fields):
        super().__init__()
        d, units = int(fields["d_head"]), int(fields["d_prime"])
        self.pq = nn.Linear(d, units, bias=False)
        self.pk = nn.Linear(d, units, bias=False)
        self.l1 = nn.Linear(2 * units, units)
        self.l2 = nn.Linear(units, 1)
        with torch.no_grad():
            self.l1.weight.copy_(torch.cat([torch.eye(units), torch.eye(units)], dim=1))

    def forward(self, q, k):
        pairs = all_pairs(self.pq(q), self.pk(k))
        return self.l2(torch.relu(self.l1(pairs))).squeeze(-1)


class Neural2Score(nn.Module):
    """Two hidden layers, as in the released code (NeuralAttention.py at f6572f5)."""
    tensors = {"pq": "pq.weight", "bq": "pq.bias", "pk": "pk.weight", "bk": "pk.bias",
               "l1": "l1.weight", "b1": "l1.bias", "l2": "l2.weight", "b2": "l2.bias",
               "l3": "l3.weight", "b3": "l3.bias"}

    def __init__(self, fields):
        super().__init__()
        d, units = int(fields["d_head"]), int(fields["d_prime"])
        last = max(1, units // 2)
        self.pq = nn.Linear(d, units)
        self.pk = nn.Linear(d, units)
        self.l1 = nn.Linear(2 * units, units)
        self.l2 = nn.Linear(units, last)
        self.l3 = nn.Linear(last, 1)

    def forward(self, q, k):
        h = torch.relu(self.l1(all_pairs(self.pq(q), self.pk(k))))
        return self.l3(torch.relu(self.l2(h))).squeeze(-1)


class Softcap(nn.Module):
    """phi(s) = cap tanh(s / cap) (Gemma 2)"""
    tensors = {}

    def __init__(self, fields, heads):
        super().__init__()
        self.cap = float(fields["logits_cap"])

    def forward(self, s):  # (B, H, N, M) -> (B, H, N, M)
        return self.cap * torch.tanh(s / self.cap)


class Fourier(nn.Module):
    """phi_h(s) = s + sum_k a_hk cos(k w s) + b_hk sin(k w s) (the basis of arXiv 2503.10632)"""
    tensors = {"a": "a", "b": "b"}

    def __init__(self, fields, heads):
        super().__init__()
        terms = int(fields["logits_terms"])
        self.frequency = float(fields["logits_frequency"])
        self.a = nn.Parameter(torch.zeros(terms, heads))
        self.b = nn.Parameter(torch.zeros(terms, heads))

    def forward(self, s):
        phi = s
        for k, (a, b) in enumerate(zip(self.a, self.b), start=1):
            angle = k * self.frequency * s
            phi = phi + a[:, None, None] * torch.cos(angle) + b[:, None, None] * torch.sin(angle)
        return phi


class NoFunction(nn.Module):
    tensors = {}

    def __init__(self, fields, heads):
        super().__init__()

    def forward(self, s):
        return s


class Forget(nn.Module):
    """The bias of arXiv 2503.02130: sum over l = j + 1 .. i of log sigmoid(w_h . x_l + b_h), as
    differences of cumulative sums."""
    tensors = {"w": "gate.weight", "b": "gate.bias"}

    def __init__(self, d_model, heads):
        super().__init__()
        self.gate = nn.Linear(d_model, heads)

    def forward(self, context, queries):  # (B, M, d_model) -> (B, H, N, M)
        log_f = nn.functional.logsigmoid(self.gate(context)).transpose(1, 2)
        sums = log_f.cumsum(dim=-1)
        return sums[:, :, -queries:, None] - sums[:, :, None, :]


def alibi(heads, n, m):
    """-m_h |i - j|, m_h = 2^(-8 h / H) (arXiv 2108.12409), shape (H, N, M). The last query is aligned
    with the last key. If H is not a power of two, the slopes are those of the authors' get_slopes."""
    def powers(count):
        return [2 ** (-8 * (h + 1) / count) for h in range(count)]
    power = 1 << (heads.bit_length() - 1)
    slopes = torch.tensor(powers(power) + powers(2 * power)[0::2][:heads - power])
    place = torch.arange(n)[:, None] + max(m - n, 0)
    return -slopes[:, None, None] * (place - torch.arange(m)).abs()


LOGITS = {"none": NoFunction, "softcap": Softcap, "fourier": Fourier}
class HeadsApart(nn.Module):
    """o_h = A_h V_h"""
    tensors = {}
    joins = 1

    def __init__(self, d_head):
        super().__init__()

    def forward(self, weights, v):  # (B, H, N, M), (B, H, M, D) -> (B, H, N, D)
        return weights @ v


class Differential(nn.Module):
    """(A_1 - lambda A_2) V for each pair of attention heads, then RMSNorm and a factor 1 - lambda_init
    (arXiv 2410.05258). The order is that of the released code (multihead_diffattn.py), for a first
    layer."""
    tensors = {name: name for name in ("lq1", "lk1", "lq2", "lk2", "gain")}
    joins = 2

    def __init__(self, d_head):
        super().__init__()
        for name in ("lq1", "lk1", "lq2", "lk2"):
            setattr(self, name, nn.Parameter(torch.zeros(d_head)))
        self.gain = nn.Parameter(torch.ones(2 * d_head))
        self.lambda_init = 0.8 - 0.6 * math.exp(-0.3 * 0)

    def forward(self, weights, v):  # (B, H, N, M), (B, H/2, M, 2D) -> (B, H/2, N, 2D)
        first, second = weights[:, 0::2], weights[:, 1::2]
        factor = (torch.exp(torch.sum(self.lq1 * self.lk1)) -
                  torch.exp(torch.sum(self.lq2 * self.lk2)) + self.lambda_init)
        o = (first - factor * second) @ v
        o = o * torch.rsqrt(o.pow(2).mean(-1, keepdim=True) + 1e-5) * self.gain
        return o * (1 - self.lambda_init)


COMBINATIONS = {"none": HeadsApart, "differential": Differential}
SCORES = {"dot": DotScore, "neural": NeuralScore, "neural2": Neural2Score}


ACTIVATIONS = {"relu": nn.ReLU, "mish": nn.Mish}


def projection(slot, fields, d_in, d_out):
    """Returns the module of one projection and the names of its tensors."""
    if fields[slot] == "linear":
        bias = fields[f"{slot}_bias"] == "yes"
        return nn.Linear(d_in, d_out, bias=bias), {"w": "weight", "b": "bias"}
    assert fields[slot] == "mlp" and fields[f"{slot}_depth"] == "2"
    assert fields[f"{slot}_norm"] in ("before", "shared")
    assert fields[f"{slot}_residual"] == "no" and fields[f"{slot}_bias"] in ("yes", "hidden")
    last = fields[f"{slot}_bias"] == "yes"
    width = round(d_in * float(fields[f"{slot}_width"]))
    module = nn.Sequential(nn.Linear(d_in, width), nn.LayerNorm(width),
                           ACTIVATIONS[fields[f"{slot}_act"]](),
                           nn.Linear(width, d_out, bias=last))
    return module, {"w1": "0.weight", "b1": "0.bias", "gain1": "1.weight", "shift1": "1.bias",
                    "w2": "3.weight", "b2": "3.bias"}


def fused(parts, x):
    """q, k and v of x as in Ceres (github.com/dje-dev/Ceres): one linear map to all hidden vectors,
    LayerNorm over the last axis of (..., 3, width), and a separate linear map for each."""
    first, norm, act, _ = parts[0]
    weight = torch.cat([part[0].weight for part in parts])
    bias = torch.cat([part[0].bias for part in parts])
    hidden = nn.functional.linear(x, weight, bias).unflatten(-1, (3, first.out_features))
    return [part[-1](h) for part, h in zip(parts, act(norm(hidden)).unbind(-2))]


class Layer(nn.Module):
    """X -> Q, K, V -> scores -> weights -> O = A V -> Y, with the parameters of an export."""

    def __init__(self, exported):
        super().__init__()
        fields, shape = exported.fields, exported.shape
        for slot, only in (("gate", "none"), ("score_scale", "1")):
            assert fields[slot] == only, f"no textbook module for {slot}={fields[slot]}"
        self.heads, self.kv_heads = shape["heads"], shape["kv_heads"]
        inner = {slot: heads * shape["d_head"] for slot, heads in
                 zip("qkvo", (self.heads, self.kv_heads, self.kv_heads, self.heads))}
        self.places = {}  # maps attnlab's tensor names to PyTorch's
        for slot in "qkvo":
            widths = (shape["d_model"], inner[slot])
            module, tensors = projection(slot, fields, *(widths[::-1] if slot == "o" else widths))
            self.add_part(slot, module, tensors)
        self.shared = [slot for slot in "qkv" if fields.get(f"{slot}_norm") == "shared"]
        for slot in self.shared[1:]:  # these slots share the LayerNorm of the first slot
            getattr(self, slot)[1] = getattr(self, self.shared[0])[1]
        score = SCORES[fields["score"]](fields)
        self.add_part("score", score, score.tensors)
        function = LOGITS[fields.get("logits", "none")](fields, self.heads)
        self.add_part("logits", function, function.tensors)
        self.forget = None
        if fields.get("forget", "none") == "sigmoid":
            self.add_part("forget", Forget(shape["d_model"], self.heads), Forget.tensors)
        if fields.get("alibi", "off") == "on":
            self.register_buffer("bias", alibi(self.heads, shape["n"], shape["m"]))
        else:
            self.bias = None
        normalizer = NORMALIZERS[fields["normalizer"]](fields, shape["heads"])
        self.add_part("normalizer", normalizer, normalizer.tensors)
        combine = COMBINATIONS[fields.get("combine", "none")](shape["d_head"])
        self.add_part("combine", combine, combine.tensors)
        self.register_buffer("hidden", self.hidden_keys(exported))
        self.load(exported)

    def add_part(self, name, module, tensors):
        setattr(self, name, module)
        self.places.update({f"{name}.{t}": f"{name}.{p}" for t, p in tensors.items()})

    @staticmethod
    def hidden_keys(exported):
        """Returns a mask that is true where a query must not attend; None without a mask."""
        n, m = exported.shape["n"], exported.shape["m"]
        hidden = torch.zeros(1, 1, n, m, dtype=torch.bool)
        if "causal" in exported.fields["mask"]:
            hidden = hidden | torch.ones(n, m, dtype=torch.bool).triu(1)
        if "padding" in exported.fields["mask"]:
            lengths = torch.from_numpy(exported["lengths"]).long()
            hidden = hidden | (torch.arange(m) >= lengths[:, None])[:, None, None, :]
        return None if exported.fields["mask"] == "none" else hidden

    @torch.no_grad()
    def load(self, exported):
        parameters = dict(self.named_parameters())
        for name in exported.names("parameter"):
            target = parameters[self.places[name]]
            target.copy_(as_parameter(exported[name], target))

    @staticmethod
    def split(x, heads):  # (B, N, H*D) -> (B, H, N, D)
        return x.view(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)

    def repeated(self, x, heads):
        """Keys or values (B, M, G*D) with each of the G heads repeated for all queries that read it, as
        repeat_kv in Llama's code (arXiv 2305.13245)."""
        return self.split(x, heads).repeat_interleave(self.heads // self.kv_heads, dim=1)

    def rows(self, x, context):
        if len(self.shared) == 3 and x is context:
            return fused([self.q, self.k, self.v], x)
        return self.q(x), self.k(context), self.v(context)

    def forward(self, x, context):
        q, k, v = self.rows(x, context)
        q = self.split(q, self.heads)
        k = self.repeated(k, self.kv_heads)
        v = self.repeated(v, self.kv_heads // self.combine.joins)
        s = self.logits(self.score(q, k))
        if self.forget is not None:
            s = s + self.forget(context, x.shape[1])
        if self.bias is not None:
            s = s + self.bias
        o = self.combine(self.normalizer(s, self.hidden), v)
        return self.o(o.transpose(1, 2).reshape(x.shape[0], x.shape[1], -1))


class FusedLayer(Layer):
    """Softmax attention by PyTorch's fused function (from 2.0 on), without padding."""

    def forward(self, x, context):
        q, k, v = (self.split(rows, self.heads) for rows in self.rows(x, context))
        o = FUSED(q, k, v, is_causal=self.hidden is not None)
        return self.o(o.transpose(1, 2).reshape(x.shape[0], x.shape[1], -1))


def as_parameter(array, target):
    """attnlab's matrices are (d_in, d_out); those of nn.Linear are (d_out, d_in)."""
    tensor = torch.from_numpy(array)
    return tensor.t() if tensor.dim() == 2 else tensor.reshape(target.shape)


class Pass:
    """Stores a layer and its input, and runs it forward, or forward and backward."""

    def __init__(self, exported, dtype=torch.float32, layer=Layer):
        def tensor(name):
            return torch.from_numpy(exported[name]).to(dtype)
        self.layer = layer(exported).to(dtype)
        self.x = tensor("x").requires_grad_()
        self.context = tensor("context").requires_grad_() if "context" in exported else self.x
        self.dy = tensor("dy") if "dy" in exported else None

    @torch.no_grad()
    def forward(self):
        return self.layer(self.x, self.context)

    def both(self):
        self.layer.zero_grad(set_to_none=True)
        self.x.grad = self.context.grad = None
        y = self.layer(self.x, self.context)
        y.backward(self.dy)
        return y.detach()

    def results(self):
        """Returns y, and the gradients if there is a dy, with attnlab's names and shapes."""
        if self.dy is None:
            return {"y": self.forward().numpy()}
        found = {"y": self.both().numpy(), "dx": self.x.grad.numpy()}
        if self.context is not self.x:
            found["dcontext"] = self.context.grad.numpy()
        parameters = dict(self.layer.named_parameters())
        for name, place in self.layer.places.items():
            if place in parameters:
                gradient = parameters[place].grad
                found[f"d{name}"] = (gradient.t() if gradient.dim() == 2 else gradient).numpy()
        return found
