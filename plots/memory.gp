# SPDX-License-Identifier: MIT
# Bytes that the kernel works in, against an axis, on logarithmic scales.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("memory.gp")]."style.gp"
eval grid_of; eval begin; eval series; eval log_y
eval log_x; eval name_x
y_format = "%.0b %BB"; set ytics (1); do for [e = 0:40:3] { set ytics add (2.0 ** e) }
do for [p = 1:panels] {
  eval open_panel
  plot for [i = 1:arms] csv using (line(p, i) ? column("x") : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i), \
    for [i = 1:arms] csv using (judged(p, i) ? column("x") : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb tint(i) pointtype dot(i) pointsize size(i), \
    for [i = 1:hollow] csv using (unjudged(p, i) ? column("x") : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb grey pointtype open(i) pointsize 0.9
}
unset multiplot
