# SPDX-License-Identifier: MIT
# Draws the validation loss for each value of the tuned axis, with a bar from the best to the worst seed.
# Circles mark the chosen values. Crosses at the top mark runs that diverged or learned nothing.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
# If all runs diverged, the crosses still need a scale.
stats csv using (strcol("mark") eq "diverged" ? (x_min = less(x_min, column("x")), x_max = more(x_max, column("x")), 0) : 0) nooutput
if (!(greatest == greatest)) { least = 0; greatest = 1 }
hollow = 0; eval grid_of; eval begin; eval series; eval plain_y; eval log_x; eval tics_x
do for [p = 1:panels] {
  eval open_panel
  plot for [i = 1:arms] csv using (line(p, i) ? column("x") : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i), \
    for [i = 1:arms] csv using (line(p, i) ? column("x") : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb tint(i) pointtype dot(i) pointsize size(i), \
    for [i = 1:arms] csv using (of(p, i) && is(p, "best") ? column("x") : NaN):(column("value")) with points linecolor rgb tint(i) pointtype 6 pointsize 2, \
    for [i = 1:arms] csv using (of(p, i) && is(p, "diverged") ? column("x") : NaN):(greatest) with points linecolor rgb tint(i) pointtype 2
}
unset multiplot
