# SPDX-License-Identifier: MIT
# Learning curves of the winners on the validation split: the mean over the seeds, a band from the
# least to the greatest seed. Options: along (step, tokens, flop or seconds; default step).
table_name = "quality_curves.csv"
usable(dummy) = 1
load home."/plots/quality_style.gp"
load home."/plots/training_axis.gp"
eval lay_out
eval begin_panels
eval training_axis
do for [p = 1:panels] {
  eval open_panel
  eval training_tics
  set ylabel (p % across == 1 || across == 1 ? metric_words." (validation)" : "")
  plot for [i = 1:arms] summary using (of_contender(i, p, along)):(column("low")):(column("high")) \
         with filledcurves fillcolor rgb colour(arm_number[i]) fillstyle transparent solid 0.15 noborder, \
       for [i = 1:arms] summary using (of_contender(i, p, along)):(column("mean")) with linespoints \
         linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
         pointtype point(arm_number[i]) pointsize 0.8
}
unset multiplot
