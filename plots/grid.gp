# SPDX-License-Identifier: MIT
# The number stands in each cell, below it its interval; all heat maps of a question have one scale
# of colours. A heat map of one number over two axes: ratio, time_ns_... or a column of cells.csv.
# Options: x (axis, needed), y (axis, needed), value (column, ratio), x_order (values),
# y_order (values).
# Of questions that time layers.
# Ratios: blue below the baseline, white at it.
colours = scale eq "ratio" ? "set palette defined (0 '#8FC3E8', 1 '#FFFFFF', 2 '#F7B58A'); set logscale cb" \
  : "set palette defined (0 '#FFFFFF', 1 '#F7B58A')"
load plots."/shared/heat.gp"
