# SPDX-License-Identifier: MIT
# Learning curves of the winners on the validation split: the mean over the seeds, a band from the
# least to the greatest seed. Options: along (step, tokens, flop or seconds; default step).
# Of questions that train models.
dash_at_once = 1
pieces = "band line"
load plots."/shared/panels.gp"
