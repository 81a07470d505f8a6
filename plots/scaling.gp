# SPDX-License-Identifier: MIT
# Time against an axis, log-log, a line per arm, bars: the exact interval of the median.
# Options: x (axis). Arms that do not have the axis are drawn as a level line.
load home."/plots/style.gp"
load home."/plots/against_axis.gp"
panel_height = passes > 1 ? 330 : 480
load home."/plots/panels.gp"
eval canvas
eval begin_panels
# One scale for all panels, so that passes can be compared; it ends where the bars do.
eval "set table $null; plot summary using (kept(0) ? (stretch(column('time_ns_low')), stretch(column('time_ns_high'))) : 0) with table; unset table"
set yrange [1e-9 * low / 1.15 : 1e-9 * high * 1.15]
set logscale y
set format y "%.0s %cs"
tic_low = 1e-9 * low
tic_high = 1e-9 * high
tic_format = "%.0s %cs"
load home."/plots/log_tics.gp"
eval axis_tics
set ylabel time_label(1)
do for [pass = 1:passes] {
  eval open_panel
  eval level_lines
  set xlabel (pass == passes ? x_label(opt_x) : "")
  plot for [i = 1:arms] level[i] > 0 ? 1e-9 * level[i] : NaN with lines linecolor rgb colour(arm_number[i]) \
         dashtype dash(arm_number[i]) linewidth 2, \
       for [i = 1:arms] summary using (of_arm(i, opt_x)):(1e-9 * of_arm(i, "time_ns_median")):\
         (1e-9 * column("time_ns_low")):(1e-9 * column("time_ns_high")) \
         with yerrorbars linecolor rgb colour(arm_number[i]) pointsize 0, \
       for [i = 1:arms] summary using (of_arm(i, opt_x)):(1e-9 * of_arm(i, "time_ns_median")) with linespoints \
         linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
         pointtype point(arm_number[i]) pointsize 0.8
}
unset multiplot
