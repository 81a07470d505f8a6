# SPDX-License-Identifier: MIT
# Draws learning curves averaged over seeds. Each band shows the range of the seeds. Each panel has its own
# scale.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
shared = 0; gap = 60
hollow = 0; eval grid_of; eval begin; eval series
do for [p = 1:panels] {
  eval open_panel; eval across_x
  plot for [i = 1:arms] csv using (line(p, i) && colour[i] >= 0 ? column("x") : NaN):(column("low")):(column("high")) \
    with filledcurves fillcolor rgb tint(i) fillstyle transparent solid 0.15 noborder, \
    for [i = 1:arms] csv using (line(p, i) ? column("x") : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i)
}
unset multiplot
