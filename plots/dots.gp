# SPDX-License-Identifier: MIT
# Gain over the baseline: a dot with its interval over the seeds for each contender, a panel for each
# condition; the line at 0 is the baseline, the grey band the margin of equivalence. Options: reading
# (steps, parameters, flop or time; default steps).
table_name = "quality_effects.csv"
usable(dummy) = strcol("reading") eq (exists("opt_reading") ? opt_reading : "steps") && strcol("gain") ne ""
load home."/plots/quality_style.gp"
array row_name[200]
array row_of[200]
rows = 0
widest = 1
low = 0
high = 0
row(n) = rows == 0 ? 0 : sum [i = 1:rows] (row_of[i] == n ? i : 0)
longer(text) = (widest = strlen(text) > widest ? strlen(text) : widest)
meet_row(n, name) = row(n) ? 0 : (rows = rows + 1, row_of[rows] = n, row_name[rows] = name, longer(name))
stretch(a, b) = (low = a < low ? a : low, high = b > high ? b : high)
set table $null
plot summary using (here(0) ? (meet_row(column("row_index"), label("label")), margin = column("margin"), \
  stretch(gain_low(0), gain_high(0))) : 0) with table
unset table
legend = 0
left = 30 + letter * widest
panel_height = 110 + 28 * rows
panel_width = shown == 1 ? 480 : 300
eval lay_out
eval begin_panels
low = low < drawn(-margin) ? low : drawn(-margin)
high = high > drawn(margin) ? high : drawn(margin)
pad = 0.06 * (high - low)
set xrange [low - pad : high + pad]
set xtics tic_step(high - low, shown == 1 ? 8 : 4)
set yrange [rows + 0.6 : 0.4]
set border 1
set grid xtics noytics
do for [p = 1:panels] {
  eval open_panel
  set xlabel (p + across > panels ? gain_label : "")
  unset ytics
  if (p % across == 1 || across == 1) {
    set ytics scale 0 ()
    do for [i = 1:rows] { set ytics add (tic(row_name[i]) i) }
  }
  set object 1 rectangle from first drawn(-margin), graph 0 to first drawn(margin), graph 1 \
    fillcolor rgb "#E4E4E4" fillstyle solid noborder behind
  set arrow 1 from first 0, graph 0 to first 0, graph 1 nohead linewidth 1.5 linecolor rgb "#000000" back
  plot for [i = 1:arms] summary using (in_panel(p) ? drawn(of_contender(i, p, "gain")) : NaN):\
    (row(column("row_index"))):(gain_low(0)):(gain_high(0)) with xerrorbars linecolor rgb colour(arm_number[i]) \
    linewidth 1.8 pointtype point(arm_number[i]) pointsize 1
}
unset multiplot
