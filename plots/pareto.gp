# SPDX-License-Identifier: MIT
# Quality against cost: gain over the baseline against the ratio of cost, each with its interval over
# the seeds; the star is the baseline, the line the Pareto front: beyond it nothing is both cheaper
# and better. Options: cost (time, flop, parameters or memory; default time, that is training time
# per token), reading.
table_name = "quality_effects.csv"
usable(dummy) = strcol("reading") eq (exists("opt_reading") ? opt_reading : "steps") && strcol("gain") ne ""
load home."/plots/quality_style.gp"
cost = exists("opt_cost") ? opt_cost : "time"
cost_column = cost."_ratio"
cost_label = cost eq "time" ? "training time per token / the baseline's" : cost eq "flop" ? "FLOP per token / the baseline's" \
  : cost." / the baseline's"
cost_low(dummy) = cost eq "time" && strcol("time_low") ne "" ? column("time_low") : column(cost_column)
cost_high(dummy) = cost eq "time" && strcol("time_high") ne "" ? column("time_high") : column(cost_column)
# The range holds the intervals unless they dwarf the points.
x_low = 1
x_high = 1
y_low = 0
y_high = 0
see(x, y) = (x_low = x < x_low ? x : x_low, x_high = x > x_high ? x : x_high, \
  y_low = y < y_low ? y : y_low, y_high = y > y_high ? y : y_high)
set table $null
plot summary using (here(0) ? see(column(cost_column), gain(0)) : 0) with table
unset table
x_reach = x_high > x_low ? x_high - x_low : 0.1
y_reach = y_high > y_low ? y_high - y_low : 1
inner_x_low = x_low - x_reach; inner_x_high = x_high + x_reach
inner_y_low = y_low - y_reach; inner_y_high = y_high + y_reach
clip(v, a, b) = v < a ? a : v > b ? b : v
set table $null
plot summary using (here(0) ? (see(clip(cost_low(0), inner_x_low, inner_x_high), clip(gain_low(0), inner_y_low, inner_y_high)), \
  see(clip(cost_high(0), inner_x_low, inner_x_high), clip(gain_high(0), inner_y_low, inner_y_high))) : 0) with table
unset table
eval lay_out
eval begin_panels
x_pad = 0.06 * (x_high - x_low)
y_pad = 0.06 * (y_high - y_low)
set xrange [x_low - x_pad : x_high + x_pad]
set yrange [y_low - y_pad : y_high + y_pad]
set xlabel cost_label
array px[201]
array py[201]
do for [p = 1:panels] {
  eval open_panel
  set ylabel (p % across == 1 || across == 1 ? gain_label : "")
  # The front: points that no other beats, from the cheapest on.
  count = 1
  px[1] = 1.0
  py[1] = 0.0
  put(x, y) = (count = count + 1, px[count] = x, py[count] = y)
  set table $null
  plot summary using (in_panel(p) ? put(column(cost_column), gain(0)) : 0) with table
  unset table
  do for [i = 1:count] { do for [j = 1:count - 1] {
    if (px[j] > px[j + 1]) { t = px[j]; px[j] = px[j + 1]; px[j + 1] = t; t = py[j]; py[j] = py[j + 1]; py[j + 1] = t }
  } }
  set print $front
  print "cost, gain"
  best = -1e300
  do for [j = 1:count] { if (py[j] > best) { best = py[j]; print sprintf("%.12g, %.12g", px[j], py[j]) } }
  print sprintf("%.12g, %.12g", x_high + x_pad, best)
  unset print
  plot $front using 1:2 with steps linecolor rgb "#888888" linewidth 1.5 dashtype 2, \
       for [i = 1:arms] summary using (of_contender(i, p, cost_column)):(gain(0)):(cost_low(0)):(cost_high(0)):\
         (gain_low(0)):(gain_high(0)) with xyerrorbars linecolor rgb colour(arm_number[i]) linewidth 1.4 \
         pointtype point(arm_number[i]) pointsize 1.1, \
       $front using (1):(0) with points pointtype 3 pointsize 1.8 linewidth 2 linecolor rgb "#000000"
}
unset multiplot
