# SPDX-License-Identifier: MIT
# Each arm with its interval over the seeds, of many arms only those in colour; the star is the
# baseline, the broken line the Pareto front: beyond it nothing is both cheaper and better. Quality
# against cost. Time is training time per token. Options: cost (time, flop, parameters, memory),
# reading (steps, parameters).
# Of questions that train models.
coloured_only = series > 6 ? "cross" : ""
pieces = "front cross dots baseline"
load plots."/shared/panels.gp"
