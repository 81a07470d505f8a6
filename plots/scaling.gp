# SPDX-License-Identifier: MIT
# Time against an axis, log-log, a line per arm, bars: the exact interval of the median.
# Options: x (axis). Arms that do not have the axis are drawn as a level line.
load home."/plots/style.gp"
load home."/plots/against_axis.gp"
eval canvas
eval legend_right
set ylabel "time per forward pass"
# The axis ends where the bars do.
eval "set table $null; plot summary using (kept(0) ? (stretch(column('time_ns_low')), stretch(column('time_ns_high'))) : 0) with table; unset table"
set yrange [1e-9 * low / 1.15 : 1e-9 * high * 1.15]
set format y "%.0s %cs"
set logscale y
tic_low = 1e-9 * low
tic_high = 1e-9 * high
tic_format = "%.0s %cs"
load home."/plots/log_tics.gp"
y(i) = 1e-9 * of_arm(i, "time_ns_median")
plot for [i = 1:arms] level[i] > 0 ? 1e-9 * level[i] : NaN with lines linecolor rgb colour(arm_number[i]) \
       dashtype dash(arm_number[i]) linewidth 2 title (level[i] > 0 ? arm_name[i] : ""), \
     for [i = 1:arms] summary using (of_arm(i, opt_x)):(y(i)):(1e-9 * column("time_ns_low")):(1e-9 * column("time_ns_high")) \
       with yerrorbars linecolor rgb colour(arm_number[i]) pointsize 0 notitle, \
     for [i = 1:arms] summary using (of_arm(i, opt_x)):(y(i)) with linespoints \
       linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
       pointtype point(arm_number[i]) pointsize 0.8 title (level[i] > 0 ? "" : arm_name[i])
