# SPDX-License-Identifier: MIT
# The sweep of the tuned axis: validation loss of each contender at each value, mean over the tuning
# seeds with the least and the greatest as a bar; a circle marks the winner, a cross at the top edge
# a value at which a run diverged.
table_name = "quality_summary.csv"
usable(dummy) = strcol("tune_value") ne ""
load home."/plots/quality_style.gp"
tuned = ""
low = 1e300
high = -1e300
least = 1e300
most = -1e300
marks = ""
known(v) = strstrt(marks." ", " ".v." ")
see(v) = (marks = known(v) ? marks : marks." ".v, least = real(v) < least ? real(v) : least, most = real(v) > most ? real(v) : most)
stretch(a, b) = (low = a < low ? a : low, high = b > high ? b : high)
set table $null
plot summary using (here(0) ? (tuned = strcol("tune_axis"), see(strcol("tune_value")), \
  strcol("tuning") eq "" ? 0 : stretch(column("tuning_low"), column("tuning_high"))) : 0) with table
unset table
if (high < low) { low = 0; high = 1 }
eval lay_out
eval begin_panels
span = high > low ? high - low : 1
set yrange [low - 0.05 * span : high + 0.08 * span]
set logscale x
set xrange [least / 1.3 : most * 1.3]
set xtics ()
do for [i = 1:words(marks)] { set xtics add (word(marks, i) real(word(marks, i))) }
set xlabel tuned eq "lr" ? "learning rate" : tuned
lost(i, p) = column("diverged") > 0 ? of_contender(i, p, "tune_value") : NaN
won(i, p) = column("winner") == 1 ? of_contender(i, p, "tune_value") : NaN
do for [p = 1:panels] {
  eval open_panel
  set ylabel (p % across == 1 || across == 1 ? "validation loss" : "")
  plot for [i = 1:arms] summary using (of_contender(i, p, "tune_value")):(column("tuning")):\
         (column("tuning_low")):(column("tuning_high")) with yerrorlines linecolor rgb colour(arm_number[i]) \
         dashtype dash(arm_number[i]) linewidth 1.6 pointtype point(arm_number[i]) pointsize 0.8, \
       for [i = 1:arms] summary using (won(i, p)):(column("tuning")) with points \
         linecolor rgb colour(arm_number[i]) pointtype 6 pointsize 2.2 linewidth 1.6, \
       for [i = 1:arms] summary using (lost(i, p)):(high + 0.05 * span) with points \
         linecolor rgb colour(arm_number[i]) pointtype 2 pointsize 1.2 linewidth 2
}
unset multiplot
