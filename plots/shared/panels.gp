# SPDX-License-Identifier: MIT
# The title, the names of series, and panels in rows, with what is drawn in them. A kind sets
# `pieces`, names of what is drawn, from the list below or its own, and before it loads this file
# what of the following it wants otherwise; `settings` are more commands. Where everything stands,
# in pixels from the top left, the table's variables say.
if (!exists("coloured_only")) coloured_only = "band bars" # pieces that pale series do without
if (!exists("legend_pieces")) legend_pieces = "legend_line legend_dot legend_name"
load plots."/shared/style.gp"
width = 1.0 * width; height = 1.0 * height # no division of integers

# ---- tics ----
# The round step that divides a span into at most so many.
round_up(rough, power) = rough <= power ? power : rough <= 2 * power ? 2 * power : rough <= 5 * power ? 5 * power : 10 * power
step(span, most) = round_up(span / most, 10 ** floor(log10(span / most)))
# Numbers with a prefix: seconds, and what a kind counts (x_unit = "count"). They have the digits that
# two tics differ by.
prefix(unit) = unit eq "seconds" ? " %cs" : unit eq "count" ? " %c" : ""
digits(step, high) = step > 0 ? int(ceil(3 * floor(log10(high) / 3.0) - log10(step) - 1e-9)) : 0
prefixed(unit, least, step, high) = sprintf("%%.%ds", digits(step, high) > least ? digits(step, high) : least).prefix(unit)
log_prefixed(unit, low, high) = high < 2.5 * low ? prefixed(unit, 1, step(high - low, 8), high) : prefixed(unit, 0, 0, high)
# Along a logarithmic axis: round steps where it is short, then 1, 1.5, 2, 3, 5, 7 of each decade (of
# numbers with a prefix, which are whole there, no 1.5), then 1, 2 and 5, else 1.
log_tics(axis, unit, low, high, most) = (high < 2.5 * low \
  ? sprintf("set %stics nomirror (1); do for [k = %d:%d] { set %stics add (k * %g) }", axis, \
      ceil(low / step(high - low, most)), floor(high / step(high - low, most)), axis, step(high - low, most)) \
  : sprintf("set %stics nomirror (1); do for [d = %d:%d] { set %stics add (%s) }", axis, \
      floor(log10(low)), ceil(log10(high)), axis, 3 * log10(high / low) > most + 2 ? "10.0 ** d" \
      : high > 12 * low ? "10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d" \
      : (strlen(prefix(unit)) ? "" : "1.5 * 10.0 ** d, ") \
        ."10.0 ** d, 2 * 10.0 ** d, 3 * 10.0 ** d, 5 * 10.0 ** d, 7 * 10.0 ** d"))
# Bytes: powers of 2, with their halves where there are few; round steps where there might be none.
byte_steps = "unit = 1024.0 ** power(y_low[p]); y_step = step((y_high[p] - y_low[p]) / unit, 8); \
  if (unit == 1 && y_step < 1) { y_step = 1 }; told = sprintf('%%.%df %%s', y_step < 1 ? ceil(-log10(y_step) - 1e-9) : 0); \
  set ytics nomirror (1); do for [k = int(ceil(y_low[p] / unit / y_step)) : int(floor(y_high[p] / unit / y_step))] \
    { set ytics add (sprintf(told, k * y_step, bytes_unit(y_low[p])) k * y_step * unit) }"
byte_powers = "set ytics nomirror (1); first = ceil(log(y_low[p]) / log(2)); last = floor(log(y_high[p]) / log(2)); \
  do for [e = first : last : 1 + (last - first) / 9] { set ytics add (bytes_text(2.0 ** e) 2.0 ** e) }; \
  if (last - first < 2) { do for [e = first - 1 : last] { set ytics add (bytes_text(1.5 * 2.0 ** e) 1.5 * 2.0 ** e) } }"

# ---- pieces: what is drawn in panel p ----
# A piece with ~ in it is drawn for each series, and ~ is its number; one with ^ for each line of the
# table, whose number that is, and ! that of its series, without which it is left out. own() and row()
# only leave those numbers in the SVG.
own(i, v) = v
row(k, v) = v
is(mark) = column("panel") == p && strcol("mark") eq mark
of(i, mark) = is(mark) && column("series") == i ? column("x") : NaN
marked(mark) = is(mark) ? column("x") : NaN
number = "(sprintf('%d', column(0) + 1)) with labels hypertext point "
tint = "linecolor rgb colour(series_style[~]) "
stroke = tint."dashtype dash(series_style[~]) linewidth (series_style[~] < 0 ? 0.9 : 2.2) "
dot = "pointtype symbol(series_style[~]) pointsize (series_style[~] < 0 ? 0.5 : 0.9) "
thin = "linewidth (series_style[~] < 0 ? 0.8 : 1.8) "
each = "csv using (own(~, of(~, "
y_bounds = ":(column('y_low')):(column('y_high')) "
x_bounds = ":(column('x_low')):(column('x_high')) "
y = ":(column('y'))"
level = "csv using (own(~, is('level') && column('series') == ~ ? x_low[p] : NaN))".y.":(x_high[p] - x_low[p]):(0) with vectors nohead ".stroke
line = each."'')))".y." with lines ".stroke
dots = each."'')))".y.":".number.tint.dot
band = each."'')))".y_bounds."with filledcurves fillcolor rgb colour(series_style[~]) \
  fillstyle transparent solid 0.14 noborder"
bars = each."'')))".y.y_bounds."with yerrorbars pointtype -1 ".tint.thin
rows_of_bars = each."'')))".y.x_bounds."with xerrorbars pointtype -1 ".tint.thin
cross = each."'')))".y.x_bounds.y_bounds."with xyerrorbars pointtype -1 ".tint.thin
winner = each."'winner')))".y." with points ".tint."pointtype 6 pointsize 2 ".thin
diverged = each."'diverged'))):(y_high[p]) with points ".tint."pointtype 2 pointsize 1.1 linewidth 1.6"
front = "csv using (marked('front'))".y." with steps linecolor rgb pale_ink linewidth 1.5 dashtype 2"
baseline = "csv using (marked('baseline'))".y." with points pointtype 3 pointsize 1.8 linewidth 2 linecolor rgb ink"
ideal = "x / ideal_from with lines linecolor rgb pale_ink dashtype 2, \
  csv using (marked('ideal'))".y.":('ideal') with labels right offset -1.5, 0"
# A roof is its corner: level to the right of it, a slope to the left.
grey = "nohead linecolor rgb axis_ink linewidth 2"
roof = "csv using (is('roof') ? x_low[p] : NaN):(column('y') / column('x') * x_low[p])\
:(column('x') - x_low[p]):(column('y') * (1 - x_low[p] / column('x'))) with vectors ".grey.", \
  csv using (marked('roof'))".y.":(x_high[p] - column('x')):(0) with vectors ".grey.", \
  csv using (is('roof') ? x_low[p] : NaN)".y.":(literal(strcol('name'))) with labels left offset 0.5, 0.8 font small"
total = "csv using (marked('total'))".y.":(strcol('text')) with labels left offset 0.6, 0"
known_pieces = "line dots level band bars rows_of_bars cross winner diverged front baseline ideal roof total"
do for [name in pieces] {
  if (!exists(name)) { exit error 'pieces: there is no piece "'.name.'"; there are '.known_pieces.', and what the script itself names' }
}

# Pale ones first, so that colours lie above, and the baseline last.
order = ""
do for [i = 1:series] { if (series_style[i] < 0) { order = order." ".i } }
do for [i = 1:series] { if (series_style[i] > 0) { order = order." ".i } }
do for [i = 1:series] { if (series_style[i] == 0) { order = order." ".i } }
put(text, sign, i) = strstrt(text, sign) == 0 ? text \
  : text[1 : strstrt(text, sign) - 1].i.put(text[strstrt(text, sign) + 1 : *], sign, i)
# Labels of points take a backslash for the begin of something.
literal(text) = put(text, "\\", "\\\\")
in(name, list) = strstrt(" ".list." ", " ".name." ") > 0
# ---- the names of series, on a plot of the whole canvas ----
first = "csv every ::0::0 using (own(~, "
end_first = "csv every ::0::0 using (own(!, "
legend_line = first."legend_x[~] - 34)):(legend_y[~]):(26):(0) with vectors nohead ".stroke
legend_dot = first."legend_x[~] - 21)):(legend_y[~]) with points ".tint.dot
legend_box = first."legend_x[~] - 21)):(legend_y[~]) with points ".tint."pointtype 5 pointsize 1.4"
legend_name = first."legend_x[~])):(legend_y[~]):(literal(series_label[~])) with labels left font small"
end_line = end_first."end_x[~] + 5)):(end_y[~]):(end_label_x[~] - 16 - end_x[~]):(end_label_y[~] - end_y[~]) \
  with vectors nohead linewidth 0.6 linecolor rgb (series_style[!] < 0 ? leader_ink : colour(series_style[!]))"
end_dot = end_first."end_label_x[~] - 8)):(end_label_y[~]) with points linecolor rgb colour(series_style[!]) \
  pointtype symbol(series_style[!]) pointsize 0.7"
end_name = end_first."end_label_x[~])):(end_label_y[~]):(literal(series_label[!])) with labels left font small"
named = ""
if (legend) {
  do for [i = 1:series] {
    do for [name in legend_pieces] { named = named.", ".put(value(name), "~", sprintf("%d", i)) }
  }
}
do for [k = 1:ends] {
  do for [name in "end_line end_dot end_name"] {
    named = named.", ".put(put(value(name), "~", sprintf("%d", k)), "!", sprintf("%d", int(end_series[k])))
  }
}

# ---- panels ----
open_panel = "set lmargin at screen panel_x[p] / width; \
  set rmargin at screen (panel_x[p] + plot_width) / width; \
  set tmargin at screen 1 - panel_y[p] / height; \
  set bmargin at screen 1 - (panel_y[p] + plot_height) / height; \
  set title panel_label[p] offset 0, -0.5; set xlabel (p + across > panels ? x_label : ''); \
  set label 910 (pairs && p % 2 == 0 ? y_label_beside : pairs || p % across == 1 || across == 1 ? y_label : '') \
    at screen (panel_x[p] - y_label_gap) / width, screen 1 - (panel_y[p] + plot_height / 2) / height rotate center; \
  set xrange [x_low[p] : x_high[p]]; set yrange [y_low[p] : y_high[p]]"
room = strlen(prefix(x_unit)) ? 80 : 50 # of the number at a tic; more where numbers are longer
longer(a, b) = strlen(a) > strlen(b) ? a : b
tic(k, step) = sprintf("%g", k * step)
longest(low, high, step) = longer(tic(floor(high / step), step), longer(tic(ceil(low / step), step), tic(ceil(low / step) + 1, step)))
needed(low, high, step) = 4 + 7.7 * strlen(longest(low, high, step))
linear_x = "x_step = step(x_high[p] - x_low[p], plot_width / room); \
  x_room = strlen(prefix(x_unit)) ? room : needed(x_low[p], x_high[p], x_step); \
  x_step = 1.0 * plot_width * x_step / (x_high[p] - x_low[p]) < x_room ? step(x_high[p] - x_low[p], plot_width / x_room) : x_step; set xtics nomirror x_step"
# Of names of which not one in `every` has room, the last.
name_columns = "set xtics nomirror ('' column_at[1]); do for [i = 1:columns] { set xtics add ('' column_at[i]); \
  if (i % every == 0 || (i == columns && every > columns)) { set label 500 + i column_label[i] at first column_at[i], graph 0 center offset 0, -1 } }"
breaks(text) = strstrt(text, "\n") == 0 ? 0 : 1 + breaks(text[strstrt(text, "\n") + 1:*])
name_rows = "unset ytics; do for [i = 1:rows] \
  { if (p % across == 1 || across == 1) { set label i row_label[i] at graph 0, first i right offset -0.8, 0.5 * breaks(row_label[i]) } \
    else { unset label i } }"
zero_line = rows > 0 \
  ? "set arrow 1 from first zero, graph 0 to first zero, graph 1 nohead linewidth 1.5 linecolor rgb ink back; \
     set object 1 rectangle from first band_low, graph 0 to first band_high, graph 1 fillcolor rgb band_ink fillstyle solid noborder behind" \
  : "set arrow 1 from graph 0, first zero to graph 1, first zero nohead linewidth 1.5 linecolor rgb ink back; \
     set object 1 rectangle from graph 0, first band_low to graph 1, first band_high fillcolor rgb band_ink fillstyle solid noborder behind"

eval canvas
set multiplot
set label 900 title_text font title_font at screen 12.0 / width, screen 1 - 20.0 / height left
set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0
unset border; unset tics; unset grid
# A panel without a point has no axes, but what it would be of. The first of a row names the rows.
has_axes(p) = panel_last[p] > 0 || (rows > 0 && (across == 1 || p % across == 1))
do for [p = 1:panels] {
  if (!has_axes(p)) { set label 920 + p panel_label[p] at first panel_x[p] + plot_width / 2, first panel_y[p] + plot_height / 2 center }
}
# From pixels to pixels; without names the title alone.
if (named eq "") { plot [0:width] [height:0] NaN } else { eval "plot [0:width] [height:0] ".named[3:*] }
unset label 900
do for [p = 1:panels] { unset label 920 + p }
set border 3 linecolor rgb axis_ink; set grid
set xtics nomirror textcolor rgb '#222222'; set ytics nomirror textcolor rgb '#222222'
if (strstrt(log_axes, "x")) { set logscale x }
if (strstrt(log_axes, "y")) { set logscale y }
if (columns) { eval name_columns }
if (exists("settings")) { eval settings }
if (exists("zero")) { eval zero_line }
do for [p = 1:panels] { if (has_axes(p)) {
  eval open_panel
  if (strlen(prefix(x_unit))) {
    set format x (strstrt(log_axes, "x") ? log_prefixed(x_unit, x_low[p], x_high[p]) \
      : prefixed(x_unit, 0, step(x_high[p] - x_low[p], plot_width / room), x_high[p]))
  }
  if (strlen(prefix(y_unit))) { set format y log_prefixed(y_unit, y_low[p], y_high[p]) }
  if (columns == 0) { eval strstrt(log_axes, "x") ? log_tics("x", x_unit, x_low[p], x_high[p], 8) : linear_x }
  if (strstrt(log_axes, "y")) { eval y_unit eq "bytes" ? (y_high[p] < 1.5 * y_low[p] ? byte_steps : byte_powers) : log_tics("y", y_unit, y_low[p], y_high[p], 8) }
  if (rows > 0) { eval name_rows }
  drawn = ""
  do for [name in pieces] {
    text = value(name)
    if (strstrt(text, "~")) {
      do for [i in order] {
        if (series_style[int(i)] >= 0 || !in(name, coloured_only)) { drawn = drawn.", ".put(text, "~", i) }
      }
    }
    if (strstrt(text, "^")) {
      do for [k = panel_first[p] : panel_last[p]] {
        its_series = strstrt(text, "!") ? word(point_series, k) : "1"
        if (its_series ne "0") { drawn = drawn.", ".put(put(text, "^", sprintf("%d", k)), "!", its_series) }
      }
    }
    if (strstrt(text, "~") + strstrt(text, "^") == 0) { drawn = drawn.", ".text }
  }
  eval "plot ".drawn[3:*]
} }
unset multiplot
