# SPDX-License-Identifier: MIT
# Rate against arithmetic intensity, log-log, under the roofs measured in the same run: sgemm rate
# (level) and triad bandwidth (slope), for the numbers of threads of the points. Points are whole
# passes, useful work only; without `where`, at the largest shape that each pass was timed at.
left = 95.0; gap = 0.0; foot = 34.0; bottom = 40.0
head = panels > 1 ? 36.0 : 16.0
panel_width = 605
panel_height = head + foot + (panels > 1 ? 320 : 480)
log_axes = "xy 2"
legend_with = "points"
pieces = "roof dots"
load plots."/shared/panels.gp"
