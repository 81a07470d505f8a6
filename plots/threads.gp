# SPDX-License-Identifier: MIT
# Speed-up against threads: each arm's time with the fewest threads over its time with more, with
# the ideal line. Options: x (default threads).
if (!exists("opt_x")) opt_x = "threads"
load home."/plots/style.gp"
array one[200]
array fewest[200]
most = 1
begin(i, x, t) = (most = x > most ? x : most, x < fewest[i] ? (fewest[i] = x, one[i] = t) : 0)
panel_height = passes > 1 ? 260 : 440
load home."/plots/panels.gp"
eval canvas
legend_plot = "plot [0 : 1] [1 : 2] NaN with lines linecolor rgb grey linewidth 2 dashtype 2 title 'ideal', \
  for [i = 1:arms] NaN with linespoints linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) \
  linewidth 2 pointtype point(arm_number[i]) title arm_name[i]"
eval begin_panels
set ylabel "speed-up over the fewest threads"
do for [pass = 1:passes] {
  do for [i = 1:200] { fewest[i] = 1e300 }
  set table $null
  plot summary using (kept(0) && in_pass(0) && column(opt_x) > 0 && column("time_ns_median") > 0 \
    ? begin(place_of(column("arm_index")), column(opt_x), column("time_ns_median")) : 0) with table
  unset table
  eval open_panel
  set xlabel (pass == passes ? x_label(opt_x) : "")
  set yrange [0 : most * 1.15]
  set xtics 1 nomirror
  if (most > 16) { set xtics autofreq }
  set ytics autofreq nomirror
  speedup(i) = one[i] / of_arm(i, "time_ns_median")
  plot [0.8 : most + 0.2] x >= 1 ? x : NaN with lines linecolor rgb grey linewidth 2 dashtype 2, \
       for [i = 1:arms] summary using (of_arm(i, opt_x)):(speedup(i)) with linespoints \
         linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
         pointtype point(arm_number[i])
}
unset multiplot
