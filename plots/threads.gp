# SPDX-License-Identifier: MIT
# Speed-up against threads: each arm's time with the fewest threads over its time with more, with
# the ideal line. Options: x (default threads).
if (!exists("opt_x")) opt_x = "threads"
load home."/plots/style.gp"
array one[200]
array fewest[200]
do for [i = 1:200] { fewest[i] = 1e300 }
most = 1
place(n) = sum [i = 1:arms] (arm_number[i] == n ? i : 0)
begin(i, x, t) = (most = x > most ? x : most, x < fewest[i] ? (fewest[i] = x, one[i] = t) : 0)
set table $null
plot summary using (kept(0) && column(opt_x) > 0 && column("time_ns_median") > 0 \
  ? begin(place(column("arm_index")), column(opt_x), column("time_ns_median")) : 0) with table
unset table
eval canvas
eval legend_right
set xlabel x_label(opt_x)
set ylabel "speed-up over the fewest threads (times)"
set xrange [0.8 : most + 0.2]
set yrange [0 : most * 1.15]
set xtics 1
if (most > 16) { set xtics autofreq }
speedup(i) = one[i] / of_arm(i, "time_ns_median")
plot [0.8 : most + 0.2] x >= 1 ? x : NaN with lines linecolor rgb grey linewidth 2 dashtype 2 title "ideal", \
     for [i = 1:arms] summary using (of_arm(i, opt_x)):(speedup(i)) with linespoints \
       linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
       pointtype point(arm_number[i]) title arm_name[i]
