# SPDX-License-Identifier: MIT
# The number stands in each cell, below it its interval; all heat maps of a question have one scale
# of colours. A heat map of one number over two axes: of ratios and times, or a column of cells.csv.
# Options: x (axis, needed), y (axis, needed), value (ratio, ratio_low, ratio_high, time_ns_median,
# time_ns_q1, time_ns_q3, time_ns_min, time_ns_low, time_ns_high, flop, bytes, flop_per_byte, gflops,
# sgemm_share, triad_share, roof_share, parameters, input_bytes, parameter_bytes, activation_bytes,
# output_bytes, working_bytes, peak_rss_bytes), x_order (values), y_order (values).
# Of questions that time layers.
# Ratios: blue below the baseline, white at it.
colours = scale eq "ratio" ? "set palette defined (0 '#8FC3E8', 1 '#FFFFFF', 2 '#F7B58A'); set logscale cb" \
  : "set palette defined (0 '#FFFFFF', 1 '#F7B58A')"
load plots."/shared/heat.gp"
