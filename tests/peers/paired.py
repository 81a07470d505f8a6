# SPDX-License-Identifier: MIT
"""Statistics over rounds. The unit is the ratio of one round, not a sample within a process.

As in attnlab's report: the Hodges-Lehmann estimate (the median of all pairwise means, here of
logarithms) with the interval of the exact signed-rank test. At least six rounds are needed for 95 %;
with fewer, the interval is the full range.
"""
import math
import statistics


def sign_sums(n):
    """Returns how many of the 2^n sign assignments give each rank sum from 0 to n(n+1)/2."""
    counts = [1]
    for rank in range(1, n + 1):
        longer = counts + [0] * rank
        for total, count in enumerate(counts):
            longer[total + rank] += count
        counts = longer
    return counts


def cut(n, confidence):
    """Returns (k, coverage): the k-th smallest and k-th largest pairwise means bound the interval; k = 0
    if n is too small."""
    counts, below = sign_sums(n), 0
    best = (0, 0.0)
    for k, count in enumerate(counts, 1):
        below += count
        coverage = 1 - 2 * below / 2 ** n
        if coverage < confidence:
            return best
        best = (k, coverage)
    return best


class Estimate:
    """Estimate from positive numbers, one per round."""

    def __init__(self, values, confidence=0.95):
        logs = [math.log(v) for v in values]
        means = sorted((a + b) / 2 for i, a in enumerate(logs) for b in logs[i:])
        k, coverage = cut(len(values), confidence)
        self.values, self.n, self.exact = values, len(values), k > 0
        self.middle = math.exp(statistics.median(means))
        self.low = math.exp(means[k - 1]) if k else min(values)
        self.high = math.exp(means[-k]) if k else max(values)
        self.kind = f"{100 * coverage:.1f} %" if k else "min..max"
