# SPDX-License-Identifier: MIT
# Draws loss against compute on logarithmic scales, with one point per model size and one fitted curve per
# arm. Hollow grey points failed a validity check and are not used for the fit.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval grid_of; eval begin; eval series; eval log_x; eval tics_x; eval log_y; set format x "%.0e"
do for [p = 1:panels] {
  eval open_panel
  plot for [i = 1:arms] csv using (of(p, i) && is(p, "law") ? column("x") : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i), \
    for [i = 1:arms] csv using (judged(p, i) ? column("x") : NaN):(column("value")) with points linecolor rgb tint(i) pointtype dot(i) pointsize size(i), \
    for [i = 1:arms] csv using (unjudged(p, i) || (of(p, i) && is(p, "left out")) ? column("x") : NaN):(column("value")) with points linecolor rgb grey pointtype open(i) pointsize 0.9
}
unset multiplot
