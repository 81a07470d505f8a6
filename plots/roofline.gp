# SPDX-License-Identifier: MIT
# The roofs are the sgemm rate (level) and the triad bandwidth (slope) measured in the same run.
# Points are whole passes, useful work only; without `where`, at the largest shape that each pass
# was timed at. Rate against arithmetic intensity, log-log.
# Of questions that time layers.
legend_pieces = "legend_dot legend_name" # no line joins them
pieces = "roof dots"
load plots."/shared/panels.gp"
