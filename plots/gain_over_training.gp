# SPDX-License-Identifier: MIT
# Gain over the baseline at the same point of training: the mean over the seeds with its interval as
# a band. Options: along (step, tokens, flop or seconds of the contender; default step).
# Of questions that train models.
dash_at_once = 1
pieces = "band line"
load plots."/shared/panels.gp"
