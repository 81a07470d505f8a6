# SPDX-License-Identifier: MIT
# A heat map of one number over two axes, with the number written in each cell.
# Options: x, y (axes), value (ratio, time_ns_..., or a column of cells.csv; default ratio), x_order,
# y_order (values in the order wanted, by blanks), panel (a figure for each).
# Of questions that time layers.
cell_width = 110
cell_height = 60
# Light enough throughout for black numbers. Ratios: blue below the baseline, white at it.
colours = scale eq "ratio" ? "set palette defined (0 '#8FC3E8', 1 '#FFFFFF', 2 '#F7B58A'); set logscale cb" \
  : "set palette defined (0 '#FFFFFF', 1 '#F7B58A')"
cell_text(v) = scale eq "ratio" ? sprintf(v < 9.995 ? "%.2f" : "%.1f", v) \
  : scale eq "ns" ? gprintf("%.2s %cs", v * 1e-9) : scale eq "bytes" ? bytes_text(v) : sprintf("%.3g", v)
pieces = "boxes numbers"
load plots."/shared/heat.gp"
