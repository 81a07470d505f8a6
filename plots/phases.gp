# SPDX-License-Identifier: MIT
# Where the time goes: a stacked bar for each cell, a piece for each phase of the kernel. Without
# `where`, at the largest shape that each pass was timed at. Options: share=1 draws shares of each
# cell's own time, share=0 times; without it, shares where one cell would dwarf the others. The
# whole time is written at the end of each bar.
load plots."/shared/rows.gp"
gap = 110.0
panel_width = 1010 - left > 610 ? 1010 - left : 610
head = 66.0
panel_height = head + 60 + 26 * rows
x_low = 0
palette = "#0072B2 #E69F00 #009E73 #CC79A7 #56B4E9 #D55E00 #999999"
settings = settings."; set style fill solid 0.9 border rgb '#FFFFFF'; \
  set key at screen (left + 0.45 * panel_width) / width, screen 1 - 8.0 / height center top horizontal Left reverse samplen 1.5"
stack = "for [i = 1:series] csv using (of(i, '')):(column('y')):(column('x_low')):(column('x_high')):\
  (column('y') - 0.38):(column('y') + 0.38) with boxxyerror fillcolor rgb colour(series_style[i]) title series_label[i]"
pieces = "stack"
note_indent = 0.6
load plots."/shared/panels.gp"
