# SPDX-License-Identifier: MIT
# The number stands in each cell, below it its interval; all heat maps of a question have one scale
# of colours. A heat map of one number over two axes. Options: x, y (axes), value (ratio,
# time_ns_..., or a column of cells.csv; default ratio), x_order, y_order (values in the order
# wanted, by blanks), panel (a figure for each).
# Of questions that time layers.
# Ratios: blue below the baseline, white at it.
colours = scale eq "ratio" ? "set palette defined (0 '#8FC3E8', 1 '#FFFFFF', 2 '#F7B58A'); set logscale cb" \
  : "set palette defined (0 '#FFFFFF', 1 '#F7B58A')"
load plots."/shared/heat.gp"
