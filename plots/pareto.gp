# SPDX-License-Identifier: MIT
# Quality against cost: gain over the baseline against the ratio of cost, each with its interval over
# the seeds; the star is the baseline, the line the Pareto front: beyond it nothing is both cheaper
# and better. Options: cost (time, flop, parameters or memory; default time, that is training time
# per token), reading.
# Of questions that train models.
dash_at_once = 1
pieces = "front cross baseline"
load plots."/shared/panels.gp"
