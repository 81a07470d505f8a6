# SPDX-License-Identifier: MIT
# Change at the same step, with its interval as a band. Grey and dashed: not judged at the end.
# Each panel has its own scale.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("gain_over_training.gp")]."style.gp"
shared = 0; gap = 60
eval grid_of; eval begin; eval series; eval no_gain
do for [p = 1:panels] {
  eval open_panel; eval across_x
  plot for [i = 1:arms] csv using (judged(p, i) && colour[i] >= 0 ? column("x") : NaN):(column("low")):(column("high")) \
    with filledcurves fillcolor rgb tint(i) fillstyle transparent solid 0.15 noborder, \
    for [i = 1:arms] csv using (judged(p, i) ? column("x") : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i), \
    for [i = 1:hollow] csv using (unjudged(p, i) ? column("x") : NaN):(column("value")) with linespoints linecolor rgb grey dashtype 2 \
    pointtype open(i) pointsize 0.7
}
unset multiplot
