# SPDX-License-Identifier: MIT
# Bytes against an axis, log-log: above, working bytes of the kernel (exact); below, peak resident
# bytes of the worker process. Options: x (axis). Arms without the axis are level lines.
measure = "working_bytes"
load home."/plots/style.gp"
load home."/plots/against_axis.gp"
# Two rows; a column for each pass.
side = passes > 1 ? 300.0 : plot_width - 120.0
width = 120 + passes * side + (passes - 1) * 20 + legend
height = 800
eval canvas
eval legend_right
set multiplot
# The legend first, on a plot of full height with nothing else: it may be taller than a panel.
set lmargin at screen 120.0 / width
set tmargin at screen 0.97
set bmargin at screen 0.08
unset border
unset tics
unset xlabel
unset grid
eval legend_plot
unset key
set grid
set border 3
set tics nomirror
do for [half = 1:2] {
  measure = half == 1 ? "working_bytes" : "peak_rss_bytes"
  low = 1e300
  high = 0
  pass = 0
  eval level_lines
  absent = high <= 0 # an empty column: not measured
  if (absent) { low = 1; high = 2 }
  # Whole powers of two, at most nine tics; a hair more of range keeps those at the ends.
  first = floor(log(low) / log(2) + 1e-9)
  last = ceil(log(high) / log(2) - 1e-9)
  last = last > first ? last : first + 1
  set yrange [0.999 * 2.0 ** first : 1.001 * 2.0 ** last]
  set logscale y 2
  set tmargin at screen half == 1 ? 0.955 : 0.49
  set bmargin at screen half == 1 ? 0.56 : 0.08
  do for [pass = 1:passes] {
    eval level_lines
    set lmargin at screen (120.0 + (pass - 1) * (side + 20)) / width
    set rmargin at screen (120.0 + (pass - 1) * (side + 20) + side) / width
    set ytics nomirror ()
    do for [e = first : last : 1 + int(last - first) / 9] {
      set ytics add ((pass == 1 ? bytes_text(2.0 ** e) : "") 2.0 ** e)
    }
    unset label 1
    if (pass == 1) {
      set label 1 (half == 1 ? "working memory of the kernel (bytes)" : "peak resident memory of the process (bytes)") \
        at screen 20.0 / width, graph 0.5 center rotate by 90
    }
    unset label 2
    if (absent) { set label 2 "not measured" at graph 0.5, graph 0.5 center }
    set title (passes > 1 && half == 1 ? pass_title(pass) : "") offset 0, -0.6
    set xlabel (half == 2 ? x_label(opt_x) : "")
    eval passes > 1 && words(marks) > 5 ? "set xtics 4 nomirror" : axis_tics
    plot for [i = 1:arms] level[i] > 0 ? level[i] : NaN with lines linecolor rgb colour(arm_number[i]) \
           dashtype dash(arm_number[i]) linewidth 2, \
         for [i = 1:arms] summary using (of_arm(i, opt_x)):(of_arm(i, measure)) with linespoints \
           linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
           pointtype point(arm_number[i]) pointsize 0.8
  }
}
unset multiplot
