# SPDX-License-Identifier: MIT
# Change along an axis, with its interval. The line at 0 is the baseline, the band the margin of
# equivalence; hollow and grey: not judged.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("gain.gp")]."style.gp"
eval grid_of; eval begin; eval series; eval plain_y; eval no_gain
set xrange [0.6 : places + 0.4]
do for [p = 1:panels] {
  eval open_panel; eval name_places
  plot for [i = 1:arms] csv using (line(p, i) ? px(p) + 2 * aside(i) : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i), \
    for [i = 1:arms] csv using (judged(p, i) ? px(p) + 2 * aside(i) : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb tint(i) pointtype dot(i) pointsize size(i), \
    for [i = 1:hollow] csv using (unjudged(p, i) ? px(p) + 2 * aside(i) : NaN):(column("value")):(bound("low")):(bound("high")) \
    with yerrorbars linecolor rgb grey pointtype open(i) pointsize 0.9
}
unset multiplot
