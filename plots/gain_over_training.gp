# SPDX-License-Identifier: MIT
# Lines are means over the seeds; those in colour have their interval as a band; the line at 0 is
# the baseline, the grey band the margin of equivalence. Options: along (step, tokens, flop or
# seconds of the contender; default step).
# Of questions that train models.
pieces = "band line dots"
load plots."/shared/panels.gp"
