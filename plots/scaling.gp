# SPDX-License-Identifier: MIT
# Time against an axis, log-log, a line per arm, bars: the exact interval of the median.
# Options: x (axis). Arms that do not have the axis are drawn as a level line.
# Of questions that time layers.
y_format = "%.0s %cs"
pieces = "level bars line"
load plots."/shared/panels.gp"
