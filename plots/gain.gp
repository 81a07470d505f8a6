# SPDX-License-Identifier: MIT
# Gain over the baseline against an axis (width d', size, layers), with its interval over the seeds;
# the grey band is the margin of equivalence; conditions that differ in more than the axis have a
# panel each. Options: x (axis; needed), reading. Values stand evenly spaced in their order.
arm_column = "arm_index"
legend_column = "legend"
table_name = "quality_effects.csv"
usable(dummy) = strcol("reading") eq (exists("opt_reading") ? opt_reading : "steps") && strcol("gain") ne "" && strcol(opt_x) ne ""
if (!exists("opt_x")) {
  print "the option x names no axis"
  exit status 3
}
panel_for_each_shape = 0
load home."/plots/quality_style.gp"
array mark[200]
marks = 0
low = 0
high = 0
numbers = 1
place(v) = marks == 0 ? 0 : sum [i = 1:marks] (mark[i] eq v ? i : 0)
see(v) = place(v) ? 0 : (marks = marks + 1, mark[marks] = v, numbers = numbers && strstrt("0123456789", v[strlen(v):*]) > 0 && strstrt("0123456789.", v[1:1]) > 0)
stretch(a, b) = (low = a < low ? a : low, high = b > high ? b : high)
set table $null
plot summary using (here(0) ? (see(strcol(opt_x)), margin = column("margin"), \
  stretch(gain_low(0), gain_high(0))) : 0) with table
unset table
# Numbers in order of value.
do for [i = 1:marks] { do for [j = 1:marks - 1] {
  if (numbers && real(mark[j]) > real(mark[j + 1])) { swap_mark = mark[j]; mark[j] = mark[j + 1]; mark[j + 1] = swap_mark }
} }
# "d_model = 64, train_records = 1000" without the part that is x.
x_part = opt_x." = "
begins(s) = s[1:strlen(x_part)] eq x_part
part_at(s) = begins(s) ? 1 : strstrt(s, ", ".x_part)
after_part(s) = begins(s) ? strstrt(s, ", ") + 1 : strstrt(s[part_at(s) + 2:*], ", ") + part_at(s) + 1
part_is_last(s) = strstrt(s[part_at(s) + 2:*], ", ") == 0
rest(s) = part_at(s) == 0 ? s : part_is_last(s) ? s[1:part_at(s) - 1] : begins(s) ? s[after_part(s) + 1:*] \
  : s[1:part_at(s) - 1].s[after_part(s):*]
array group_name[200]
groups = 0
group(v) = groups == 0 ? 0 : sum [i = 1:groups] (group_name[i] eq v ? i : 0)
do for [k = 1:shapes] {
  if (!group(rest(shape_name[k]))) { groups = groups + 1; group_name[groups] = rest(shape_name[k]) }
}
if (groups > 6) {
  print "note: Left out: all but 6 of ".groups." conditions; choose by `where`."
  groups = 6
}
panels = groups
across = groups <= 3 ? groups : groups == 4 ? 2 : 3
down = (groups + across - 1) / across
panel_width = groups == 1 ? 600 : 330
panel_height = groups == 1 ? 430 : 330
panel_title(p) = groups == 1 ? "" : wrapped(with_units(group_name[p]), int(panel_width / 8.5))
eval lay_out
eval begin_panels
low = low < drawn(-margin) ? low : drawn(-margin)
high = high > drawn(margin) ? high : drawn(margin)
pad = 0.06 * (high - low)
set yrange [low - pad : high + pad]
set xrange [0.5 : marks + 0.5]
set xtics ()
do for [i = 1:marks] { set xtics add (tic(mark[i]) i) }
set xlabel x_label(opt_x)
set object 1 rectangle from graph 0, first drawn(-margin) to graph 1, first drawn(margin) fillcolor rgb "#E4E4E4" fillstyle solid noborder behind
set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linewidth 1.5 linecolor rgb "#000000" back
# Arms side by side at a value.
shift(i) = arms < 2 ? 0 : 0.3 * ((i - 1.0) / (arms - 1) - 0.5)
at(i, p) = here(0) && group(rest(label("shape"))) == p && column(arm_column) == arm_number[i] ? place(strcol(opt_x)) + shift(i) : NaN
do for [p = 1:panels] {
  eval open_panel
  if (groups == 1) { unset title }
  set ylabel (p % across == 1 || across == 1 ? gain_label : "")
  plot for [i = 1:arms] summary using (at(i, p)):(gain(0)):(gain_low(0)):(gain_high(0)) with yerrorbars \
         linecolor rgb colour(arm_number[i]) linewidth 1.8 pointtype point(arm_number[i]) pointsize 1
}
unset multiplot
