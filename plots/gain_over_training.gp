# SPDX-License-Identifier: MIT
# Lines are means over the seeds; those in colour have their interval as a band; the line at 0 is
# the baseline, the grey band the margin of equivalence. Seconds are the contender's.
# Options: along (step, tokens, flop, seconds).
# Of questions that train models.
pieces = "band line dots"
load plots."/shared/panels.gp"
