# SPDX-License-Identifier: MIT
# Rate against arithmetic intensity, log-log, under the roofs measured in the same run: sgemm rate
# (level) and triad bandwidth (slope), for the numbers of threads of the points. Points are whole
# passes, useful work only; without `where`, at the largest shape that each pass was timed at.
# Of questions that time layers.
legend_with = "points"
pieces = "roof dots"
load plots."/shared/panels.gp"
