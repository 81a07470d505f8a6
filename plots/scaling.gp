# SPDX-License-Identifier: MIT
# Time against an axis, log-log, a line per arm, bars: the exact interval of the median.
# Options: x (axis). Arms that do not have the axis are drawn as a level line.
left = 95.0; foot = 34.0; bottom = 40.0
head = panels > across ? 36.0 : 16.0
panel_width = across > 1 ? 400 : 605
gap = across > 1 ? 60.0 : 0.0
panel_height = head + foot + (panels > across ? 330 : 480)
log_axes = "x 2; set logscale y"
y_format = "%.0s %cs"
pieces = "level bars line"
load plots."/shared/panels.gp"
