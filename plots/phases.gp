# SPDX-License-Identifier: MIT
# Where the time goes: a stacked bar for each cell, a piece for each phase of the kernel. Without
# `where`, at the largest shape that each pass was timed at. Options: share=1 (default) draws
# shares of each cell's own time, share=0 times. The whole time stands at the end of each bar.
# Of questions that time layers.
load plots."/shared/rows.gp"
gap = 110.0
panel_width = panels == 1 ? 700 : 450
legend = 1
legend_with = "points"
points = "5"
do for [p = 1:panels] { x_low[p] = 0 }
palette = "#0072B2 #E69F00 #009E73 #CC79A7 #56B4E9 #D55E00 #999999"
settings = settings."; set style fill solid 0.9 border rgb '#FFFFFF'"
stack = "for [i = 1:series] csv using (of(i, '')):(column('y')):(column('x_low')):(column('x_high')):\
  (column('y') - 0.38):(column('y') + 0.38) with boxxyerror fillcolor rgb colour(series_at[i])"
pieces = "stack total"
load plots."/shared/panels.gp"
