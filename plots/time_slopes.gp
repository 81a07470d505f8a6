# SPDX-License-Identifier: MIT
# A line for each arm, few in colour and those with their intervals as bars; the grey band is the
# margin of equivalence, arms without the axis are level lines. Time over that of the baseline
# against an axis, log-log. Options: x (axis, n).
# Of questions that time layers.
pieces = "level bars line dots"
load plots."/shared/panels.gp"
