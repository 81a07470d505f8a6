# SPDX-License-Identifier: MIT
# Gain over the baseline at the same point of training: the mean over the seeds with its interval as
# a band. Options: along (step, tokens, flop or seconds of the contender; default step).
table_name = "quality_curves.csv"
arm_needs = "gain"
usable(dummy) = strcol("gain") ne ""
load home."/plots/quality_style.gp"
load home."/plots/training_axis.gp"
# A band may be wide where few seeds disagree: the range is that of the means, three times over.
low = 0
high = 0
stretch(v) = (low = v < low ? v : low, high = v > high ? v : high)
set table $null
plot summary using (here(0) ? stretch(gain(0)) : 0) with table
unset table
reach = high > low ? high - low : 1
eval lay_out
eval begin_panels
set yrange [low - reach : high + reach]
eval training_axis
do for [p = 1:panels] {
  eval open_panel
  eval training_tics
  set ylabel (p % across == 1 || across == 1 ? gain_label : "")
  set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linewidth 1.5 linecolor rgb "#000000" back
  plot for [i = 1:arms] summary using (of_contender(i, p, along)):(gain_low(0)):(gain_high(0)) \
         with filledcurves fillcolor rgb colour(arm_number[i]) fillstyle transparent solid 0.12 noborder, \
       for [i = 1:arms] summary using (of_contender(i, p, along)):(gain(0)) with linespoints \
         linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
         pointtype point(arm_number[i]) pointsize 0.8
}
unset multiplot
