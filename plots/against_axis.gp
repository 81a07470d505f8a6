# SPDX-License-Identifier: MIT
# Shared by the kinds that draw against an axis opt_x: logarithmic tics at the values measured,
# low and high, the range of column `measure` (else the time); and level[i], its value for arms
# that do not have the axis, of the pass at hand after `eval level_lines`.
if (!exists("opt_x")) opt_x = "n"
if (!exists("measure")) measure = "time_ns_median"
array level[200]
marks = ""
least = 1e300
most = 0
known(v) = strstrt(marks." ", " ".sprintf("%g", v)." ")
see(v) = (least = v < least ? v : least, most = v > most ? v : most, \
  marks = known(v) ? marks : marks.sprintf(" %g", v), v)
low = 1e300
high = 0
stretch(v) = (low = v < low ? v : low, high = v > high ? v : high)
remember(i, v) = (level[i] = v)
level_lines = "do for [i = 1:200] { level[i] = 0 }; set table $null; \
  plot summary using (!kept(0) || !in_pass(0) || strcol(measure) eq '' ? 0 : (stretch(column(measure)), strcol(opt_x) eq '' \
  ? remember(place_of(column('arm_index')), column(measure)) : see(column(opt_x)))) with table; unset table"
eval level_lines
if (words(marks) == 0) {
  print sprintf("column %s of summary.csv is empty for ablation %s", opt_x, ablation)
  exit status 3
}
set logscale x 2
set xrange [least / 1.15 : most * 1.15]
set xlabel x_label(opt_x)
# Every value measured is a tic while there are few, else powers of two.
axis_tics = "set xtics 2 nomirror"
if (words(marks) <= 12) {
  axis_tics = "set xtics nomirror ("
  do for [i = 1:words(marks)] {
    axis_tics = axis_tics.sprintf("%s'%s' %s", i > 1 ? ", " : "", word(marks, i), word(marks, i))
  }
  axis_tics = axis_tics.")"
}
eval axis_tics
# Lines of arms against the axis, and the legend's entries (panels.gp).
legend_plot = "set yrange [1 : 2]; plot for [i = 1:arms] NaN with linespoints linecolor rgb colour(arm_number[i]) \
  dashtype dash(arm_number[i]) linewidth 2 pointtype point(arm_number[i]) \
  pointsize level[i] > 0 ? 0 : 0.8 title arm_name[i]"
