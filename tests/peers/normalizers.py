# SPDX-License-Identifier: MIT
"""Attention weights from scores in PyTorch, written directly from the formulas.

Input: s (B, H, N, M); hidden, True where a query must not attend, or None. Output: weights of the same
shape.
"""
import math

import torch
from torch import nn


class Softmax(nn.Module):
    tensors = {}

    def __init__(self, fields, heads):
        super().__init__()

    @staticmethod
    def masked(s, hidden):
        return s if hidden is None else s.masked_fill(hidden, -math.inf)

    def forward(self, s, hidden):
        return torch.softmax(self.masked(s, hidden), dim=-1)


class Expressive(nn.Module):
    """z^2 / (1 + z^2), divided by the sum over the row (arXiv 2407.18601)"""
    tensors = {}

    def __init__(self, fields, heads):
        super().__init__()

    def forward(self, s, hidden):
        w = s ** 2 / (1 + s ** 2)
        if hidden is not None:
            w = w.masked_fill(hidden, 0)
        return w / w.sum(dim=-1, keepdim=True)


class SoftmaxSink(Softmax):
    """Softmax over the scores and one additional score, whose weight is dropped, as in gpt-oss."""

    def __init__(self, fields, heads):
        super().__init__(fields, heads)
        learned = fields["sink"] == "learned"
        self.tensors = {"sink": "sink"} if learned else {}
        sink = torch.zeros(heads)
        if learned:
            self.sink = nn.Parameter(sink)
        else:
            self.register_buffer("sink", sink)

    def forward(self, s, hidden):
        sink = self.sink.view(1, -1, 1, 1).expand(s.shape[0], -1, s.shape[2], 1)
        return torch.softmax(torch.cat([self.masked(s, hidden), sink], dim=-1), dim=-1)[..., :-1]


NORMALIZERS = {"softmax": Softmax, "expressive": Expressive, "softmax_sink": SoftmaxSink}
