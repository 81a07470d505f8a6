# SPDX-License-Identifier: MIT
# Lines are means over the seeds; those in colour have a band from the least to the greatest seed.
# Options: along (step, tokens, flop, seconds).
# Of questions that train models.
pieces = "band line dots"
load plots."/shared/panels.gp"
