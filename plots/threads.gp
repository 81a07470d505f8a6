# SPDX-License-Identifier: MIT
# Draws the speed-up of each arm relative to one thread. The dashed line is the ideal speed-up. The thick grey
# line is the speed-up of a large matrix product.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval grid_of; eval begin; eval series
set yrange [0.9 : 1.05 * more(greatest, x_max)]; set xrange [0.9 : x_max + 0.1]; eval name_x
at_x(p, i) = column("x") + aside(i)
do for [p = 1:panels] {
  eval open_panel
  plot x with lines dashtype 2 linecolor rgb grey, \
    csv using (is(p, "sgemm") ? column("x") : NaN):(column("value")) with linespoints linecolor rgb grey linewidth 3 pointtype 5, \
    @arm_lines, @arm_points
}
unset multiplot
