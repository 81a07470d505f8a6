# SPDX-License-Identifier: MIT
# Draws change against cost, both relative to the baseline (star). Higher points are better, and points
# further left cost less. Hollow grey points are not judged.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval grid_of; eval begin; eval series; eval plain_y; eval no_gain; eval log_x
low = x_min; high = x_max; eval ratio_tics
set arrow 2 from first 1, graph 0 to first 1, graph 1 nohead linecolor rgb ink back
set label 7 "" at first 1, 0 point pointtype 3 pointsize 1.6 linewidth 2 linecolor rgb ink
do for [p = 1:panels] { eval open_panel; plot @arm_points }
unset multiplot
