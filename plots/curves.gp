# SPDX-License-Identifier: MIT
# Learning curves of the winners on the validation split: the mean over the seeds, a band from the
# least to the greatest seed. Options: along (step, tokens, flop or seconds; default step).
table_name = "quality_curves.csv"
usable(dummy) = 1
load home."/plots/quality_style.gp"
along = exists("opt_along") ? opt_along : "step"
eval lay_out
eval begin_panels
set xlabel along eq "step" ? "optimiser steps" : along eq "flop" ? "FLOP of training" : along eq "seconds" ? "seconds of training" : along
set format x along eq "flop" ? "%.1s %c" : "%g"
do for [p = 1:panels] {
  eval open_panel
  set ylabel (p % across == 1 || across == 1 ? metric_words." (validation)" : "")
  plot for [i = 1:arms] summary using (of_contender(i, p, along)):(column("low")):(column("high")) \
         with filledcurves fillcolor rgb colour(arm_number[i]) fillstyle transparent solid 0.15 noborder, \
       for [i = 1:arms] summary using (of_contender(i, p, along)):(column("mean")) with linespoints \
         linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
         pointtype point(arm_number[i]) pointsize 0.8
}
unset multiplot
