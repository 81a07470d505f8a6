# SPDX-License-Identifier: MIT
# Working memory over that of the baseline, against an axis.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("memory_slopes.gp")]."style.gp"
eval grid_of; eval begin; eval series; eval log_y
eval log_x; eval name_x
set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead linecolor rgb ink back
do for [p = 1:panels] {
  eval open_panel
  plot for [i = 1:arms] csv using (line(p, i) ? column("x") : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i), \
    for [i = 1:arms] csv using (judged(p, i) ? column("x") : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb tint(i) pointtype dot(i) pointsize size(i), \
    for [i = 1:hollow] csv using (unjudged(p, i) ? column("x") : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb grey pointtype open(i) pointsize 0.9
}
unset multiplot
