# SPDX-License-Identifier: MIT
# A line for each arm with the exact interval of the median as bars; arms without the axis are level
# lines. Time against an axis, log-log. Of more than six arms time_slopes is drawn instead.
# Options: x (axis, n).
# Of questions that time layers.
coloured_only = ""
pieces = "level bars line dots"
load plots."/shared/panels.gp"
