# SPDX-License-Identifier: MIT
# Time ratio to the baseline: a dot with its interval for each cell, in legend order from the top,
# a panel for each shape; the line at 1 is the baseline, the grey band the margin of equivalence.
# At most six shapes, three when there are columns for passes: evenly spread, first and last among
# them. A ratio is to the baseline of the same pass.
load home."/plots/style.gp"

# Rows (labels) and shapes of the cells that have a ratio.
array row_name[2000]
array shape_name[200]
rows = 0
shapes = 0
longest = 1
margin = 0
low = 1e300
high = 0
array row_of[2000]
array shape_of[200]
known_row(n) = rows == 0 ? 0 : sum [i = 1:rows] (row_of[i] == n ? i : 0)
known_shape(n) = shapes == 0 ? 0 : sum [i = 1:shapes] (shape_of[i] == n ? i : 0)
longer(text) = (longest = strlen(text) > longest ? strlen(text) : longest)
meet_row(n, name) = known_row(n) ? 0 : (rows = rows + 1, row_of[rows] = n, row_name[rows] = name, longer(name))
meet_shape(n, name) = known_shape(n) ? 0 : (shapes = shapes + 1, shape_of[shapes] = n, shape_name[shapes] = name)
stretch(a, b) = (low = a < low ? a : low, high = b > high ? b : high)
set table $null
plot summary using (kept(0) && strcol("ratio") ne "" ? (meet_row(column("row_index"), label("label")), \
  meet_shape(column("shape_index"), label("shape")), margin = column("margin"), \
  stretch(column("ratio_low"), column("ratio_high"))) : 0) with table
unset table
if (rows == 0) {
  print sprintf("no cell of %s has a ratio to a baseline", ablation)
  exit status 3
}

most_shapes = passes > 1 ? 3 : 6
shown = shapes < most_shapes ? shapes : most_shapes
chosen(k) = shown == 1 ? 1 : 1 + int(floor((k - 1.0) * (shapes - 1) / (shown - 1) + 0.5))
if (shapes > shown) {
  left_out = ""
  do for [k = 1:shapes] {
    if ((sum [p = 1:shown] (chosen(p) == k)) == 0) {
      left_out = left_out.(left_out eq "" ? "" : "; ").shape_name[k]
    }
  }
  print "note: Left out: ".left_out."."
}
# With passes: a column for each, a row for each shape; else the shapes fill the rows.
panels = shown * passes
across = passes > 1 ? passes : panels <= 3 ? panels : panels == 4 ? 2 : 3
down = (panels + across - 1) / across
panel_pass(p) = passes > 1 ? 1 + (p - 1) % passes : 1
panel_shape(p) = chosen(passes > 1 ? 1 + (p - 1) / passes : p)
panel_height = (passes > 1 ? 130 : 110) + 24 * rows
height = down * panel_height + 15
left = 20 + letter * longest
panel_width = panels == 1 ? 460 : 270
width = left + 20 + panel_width * across
eval canvas

unset key
set logscale x
spread = high / low
pad = spread > 1 ? spread ** 0.06 : 1.02
set xrange [(low < 1 ? low : 1) / pad : (high > 1 ? high : 1) * pad]
set yrange [rows + 0.7 : 0.3]
set format x "%g"
# Decades, then 1-2-5, then tenths: what gives between two and six tics in a narrow panel.
spread = (high > 1 ? high : 1) / (low < 1 ? low : 1)
set xtics ()
if (spread > 1000) {
  set xtics 10
} else {
  tics = spread > 30 ? "0.01 0.03 0.1 0.3 1 3 10 30 100 300 1000" \
    : spread > 8 ? "0.05 0.1 0.2 0.5 1 2 5 10 20 50" \
    : spread > 2.5 ? "0.1 0.2 0.3 0.5 0.7 1 1.5 2 3 5 7" \
    : spread > 1.3 ? "0.4 0.5 0.6 0.7 0.8 0.9 1 1.2 1.4 1.6 1.8 2 2.2" \
    : spread > 1.1 ? "0.8 0.85 0.9 0.95 1 1.05 1.1 1.15 1.2 1.25" \
    : spread > 1.05 ? "0.9 0.92 0.94 0.96 0.98 1 1.02 1.04 1.06 1.08 1.1" \
    : "0.95 0.96 0.97 0.98 0.99 1 1.01 1.02 1.03 1.04 1.05"
  do for [i = 1:words(tics)] { set xtics add (word(tics, i) real(word(tics, i))) }
}
set border 1
set grid xtics noytics
row(n) = known_row(n)
set multiplot
do for [p = 1:panels] {
  at_x = (p - 1) % across
  at_y = (p - 1) / across
  set lmargin at screen (left + panel_width * at_x) / width
  set rmargin at screen (left + panel_width * (at_x + 1) - 25.0) / width
  set tmargin at screen 1 - (at_y * panel_height + (passes > 1 ? 60.0 : 40.0)) / height
  set bmargin at screen 1 - ((at_y + 1) * panel_height - 50.0) / height
  pass = panel_pass(p)
  here(dummy) = kept(0) && in_pass(0) && strcol("ratio") ne "" && column("shape_index") == shape_of[panel_shape(p)]
  found = 0
  set table $null
  plot summary using (here(0) ? (found = found + 1) : 0) with table
  unset table
  what = passes == 1 ? "" : pass_title(pass).(shape_name[panel_shape(p)] eq "" ? "" : "\n")
  set title what.with_units(shape_name[panel_shape(p)]).(found ? "" : ": not measured") offset 0, -0.5
  set xlabel (p + across > panels ? "time / time of baseline" : "")
  unset ytics
  if (at_x == 0) {
    set ytics scale 0 ()
    do for [i = 1:rows] { set ytics add (tic(row_name[i]) i) }
  }
  set object 1 rectangle from first 1 / (1 + margin), graph 0 to first 1 + margin, graph 1 \
    fillcolor rgb "#E8E8E8" fillstyle solid noborder behind
  set arrow 1 from first 1, graph 0 to first 1, graph 1 nohead linewidth 1.5 linecolor rgb "#000000" back
  plot for [i = 1:arms] summary using (here(0) ? of_arm(i, "ratio") : NaN):(row(column("row_index"))):\
    (column("ratio_low")):(column("ratio_high")) with xerrorbars linecolor rgb colour(arm_number[i]) \
    linewidth 1.6 pointtype point(arm_number[i]) pointsize 0.8
}
unset multiplot
