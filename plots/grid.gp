# SPDX-License-Identifier: MIT
# A heat map of one number over two axes, with the number written in each cell.
# Options: x, y (axes), value (column of summary.csv; default ratio), x_order, y_order (values in
# the order wanted, by blanks), panel (a figure for each).
if (!exists("opt_value")) opt_value = "ratio"
load home."/plots/style.gp"

array xs[200]
array ys[200]
nx = 0
ny = 0
low = 1e300
high = -1e300
x_place(v) = nx == 0 ? 0 : sum [i = 1:nx] (xs[i] eq v ? i : 0)
y_place(v) = ny == 0 ? 0 : sum [i = 1:ny] (ys[i] eq v ? i : 0)
meet_x(v) = x_place(v) ? 0 : (nx = nx + 1, xs[nx] = v)
meet_y(v) = y_place(v) ? 0 : (ny = ny + 1, ys[ny] = v)
stretch(v) = (low = v < low ? v : low, high = v > high ? v : high)
belongs(dummy) = kept(0) && strcol(opt_x) ne "" && strcol(opt_y) ne "" && strcol(opt_value) ne ""
# Twice over the rows: what occurs, then, when an order is wanted, first what it names of that.
do for [pass = 1:2] {
  array old_x[200]; array old_y[200]
  had_x = nx
  had_y = ny
  do for [i = 1:nx] { old_x[i] = xs[i] }
  do for [i = 1:ny] { old_y[i] = ys[i] }
  nx = 0
  ny = 0
  if (exists("opt_x_order")) {
    do for [k = 1:words(opt_x_order)] { do for [i = 1:had_x] {
      if (old_x[i] eq word(opt_x_order, k)) { met = meet_x(old_x[i]) }
    } }
  }
  if (exists("opt_y_order")) {
    do for [k = 1:words(opt_y_order)] { do for [i = 1:had_y] {
      if (old_y[i] eq word(opt_y_order, k)) { met = meet_y(old_y[i]) }
    } }
  }
  set table $null
  plot summary using (belongs(0) ? (meet_x(strcol(opt_x)), meet_y(strcol(opt_y)), stretch(column(opt_value))) : 0) with table
  unset table
}
if (high < low) {
  print sprintf("no row of %s has %s, %s and %s", ablation, opt_x, opt_y, opt_value)
  exit status 3
}
width = 240 + 110 * nx
width = width < 560 ? 560 : width
panel_height = 60 * ny + (passes > 1 ? 85 : 90)
height = 60 + passes * panel_height
eval canvas
unset key
# Light enough throughout for black numbers.
set palette defined (0 "#FFFFFF", 1 "#F7B58A")
if (opt_value eq "ratio") {
  # Blue below the baseline, white at it, orange above.
  reach = (high > 1 / low ? high : 1 / low) * 1.0001
  set palette defined (0 "#8FC3E8", 1 "#FFFFFF", 2 "#F7B58A")
  set logscale cb
  set cbrange [1 / reach : reach]
} else {
  set cbrange [low : high > low ? high : low + 1]
}
set border 0
unset grid
set tics scale 0
set xrange [0.5 : nx + 0.5]
set yrange [0.5 : ny + 0.5]
set xtics ()
set ytics ()
do for [i = 1:nx] { set xtics add (tic(xs[i]) i) }
do for [i = 1:ny] { set ytics add (tic(ys[i]) i) }
set ylabel label_of(opt_y) offset -1, 0
seconds = opt_value[1:5] eq "time_"
bytes = strlen(opt_value) > 6 && opt_value[strlen(opt_value) - 5:] eq "_bytes"
unit(v) = seconds ? gprintf("%.2s %cs", v * 1e-9) : bytes ? bytes_text(v) \
  : opt_value eq "ratio" ? sprintf(v < 9.995 ? "%.2f" : "%.1f", v) : sprintf("%.3g", v)
unset colorbox
what = opt_value eq "ratio" ? "time / time of baseline" : seconds ? time_label(1) : opt_value
x_at(dummy) = belongs(0) && in_pass(0) ? x_place(strcol(opt_x)) : NaN
y_at(dummy) = y_place(strcol(opt_y))
set style fill solid border rgb "#D5D5D5"
set multiplot
do for [pass = 1:passes] {
  set tmargin at screen 1 - ((pass - 1) * panel_height + 40.0) / height
  set bmargin at screen 1 - (pass * panel_height - 40.0) / height
  set title what.(passes > 1 ? ", ".pass_title(pass) : "")
  set xlabel (pass == passes ? x_label(opt_x) : "")
  plot summary using (x_at(0)):(y_at(0)):(x_at(0) - 0.5):(x_at(0) + 0.5):(y_at(0) - 0.5):(y_at(0) + 0.5):(column(opt_value)) \
         with boxxyerror fillcolor palette, \
       summary using (x_at(0)):(y_at(0)):(unit(column(opt_value))) with labels
}
unset multiplot
