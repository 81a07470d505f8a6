# SPDX-License-Identifier: MIT
# A stacked bar for each arm, the shortest time on top by the mean of the panels. Without `where`,
# at the largest shape that each pass was timed at. The whole time stands at the end of each
# bar. A share is of each cell's own time; 0: times. Options: share (1, 0).
# Of questions that time layers.
load plots."/shared/rows.gp"
# Pieces touch, so no two have one colour: a training step has nine.
more_colours = " #7A5195 #777777 #8C6D31"
legend_pieces = "legend_box legend_name"
do for [p = 1:panels] { x_low[p] = 0 }
settings = settings."; set style fill solid 0.9 border rgb '#FFFFFF'"
stack = "csv every ::(^ - 1)::(^ - 1) using (own(!, row(^, is('') ? column('x') : NaN))):(column('y')):(column('x_low')):(column('x_high')):\
  (column('y') - 0.38):(column('y') + 0.38) with boxxyerror fillcolor rgb colour(series_style[!])"
pieces = "stack total"
load plots."/shared/panels.gp"
