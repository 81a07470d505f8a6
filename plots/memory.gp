# SPDX-License-Identifier: MIT
# Bytes against an axis, log-log: above, working bytes of the kernel (exact); below, peak resident
# bytes of the worker process. Options: x (axis). Arms without the axis are level lines.
measure = "working_bytes"
load home."/plots/style.gp"
load home."/plots/against_axis.gp"
height = 800
eval canvas
set logscale y 2
set lmargin at screen 120.0 / width
eval legend_right
set multiplot
# The legend first, on a plot of full height with nothing else: it may be taller than a panel.
set tmargin at screen 0.97
set bmargin at screen 0.08
unset border
unset tics
unset xlabel
set yrange [1 : 2]
plot for [i = 1:arms] NaN with linespoints linecolor rgb colour(arm_number[i]) \
  dashtype dash(arm_number[i]) linewidth 2 pointtype point(arm_number[i]) \
  pointsize level[i] > 0 ? 0 : 0.8 title arm_name[i]
unset key
set border 3
set ytics nomirror
eval axis_tics
do for [half = 1:2] {
  measure = half == 1 ? "working_bytes" : "peak_rss_bytes"
  if (half == 2) {
    low = 1e300
    high = 0
    eval level_lines
  }
  # Whole powers of two, at most nine tics; a hair more of range keeps those at the ends.
  first = floor(log(low) / log(2) + 1e-9)
  last = ceil(log(high) / log(2) - 1e-9)
  last = last > first ? last : first + 1
  set yrange [0.999 * 2.0 ** first : 1.001 * 2.0 ** last]
  set ytics ()
  do for [e = first : last : 1 + int(last - first) / 9] { set ytics add (bytes_text(2.0 ** e) 2.0 ** e) }
  set tmargin at screen half == 1 ? 0.97 : 0.49
  set bmargin at screen half == 1 ? 0.56 : 0.08
  set label 1 (half == 1 ? "working memory of the kernel (bytes)" : "peak resident memory of the process (bytes)") \
    at screen 20.0 / width, graph 0.5 center rotate by 90
  if (half == 2) { set xlabel x_label(opt_x) }
  plot for [i = 1:arms] level[i] > 0 ? level[i] : NaN with lines linecolor rgb colour(arm_number[i]) \
         dashtype dash(arm_number[i]) linewidth 2, \
       for [i = 1:arms] summary using (of_arm(i, opt_x)):(of_arm(i, measure)) with linespoints \
         linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
         pointtype point(arm_number[i]) pointsize 0.8
}
unset multiplot
