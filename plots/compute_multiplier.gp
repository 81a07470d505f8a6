# SPDX-License-Identifier: MIT
# Draws compute multipliers against model size. The multiplier is the compute that the baseline needs to reach
# the arm's loss, divided by the arm's compute. Points above 1 save compute. Hollow grey points are not
# judged.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
# The scale includes intervals up to a factor of three beyond the points.
stats csv using (strlen(strcol("arm")) ? column("value") : NaN) nooutput name "all"
least = more(least, all_min / 3); greatest = less(greatest, 3 * all_max)
eval grid_of; eval begin; eval series; eval log_x; eval tics_x; eval log_y; set format x "%.0s %c"
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linecolor rgb ink back
at_x(p, i) = column("x") * 10 ** (aside(i) / 5)
do for [p = 1:panels] { eval open_panel; plot @arm_lines, @arm_points }
unset multiplot
