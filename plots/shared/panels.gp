# SPDX-License-Identifier: MIT
# Panels side by side and below each other, one legend at the right of all, and what is drawn in
# them. A kind sets `pieces`, names of what is drawn, from the list below or its own, and before it
# loads this file what of the following it wants otherwise; `settings` are more commands.
if (!exists("left")) left = 100.0    # pixels left of the first panel
if (!exists("gap")) gap = across > 1 ? 80.0 : 20.0 # between panels, part of panel_width
if (!exists("head")) head = 36.0     # above the axes, for a title of one line; part of panel_height
if (!exists("foot")) foot = 56.0     # below them, likewise
if (!exists("bottom")) bottom = 10.0 # below the last panel
if (!exists("legend")) legend = 1    # whether there is one
if (!exists("legend_with")) legend_with = "linespoints"
if (!exists("panel_width")) panel_width = across == 1 ? 620 : across == 2 ? 420 : 340
if (!exists("panel_height")) panel_height = panels == 1 ? 480 : 350
load plots."/shared/style.gp"

# ---- sizes ----
greater(a, b) = a > b ? a : b
lines_of(text) = strstrt(text, "\n") == 0 ? 1 : 1 + lines_of(text[strstrt(text, "\n") + 1:*])
longest = 8
do for [i = 1:series] { longest = greater(longest, strlen(series_label[i])) }
titles = 1
do for [p = 1:panels] { titles = greater(titles, lines_of(panel_label[p])) }
head = head + 17 * (titles - 1)
panel_height = panel_height + 17 * (titles - 1)
# The svg terminal overrates the width of text, so it is reckoned here.
legend_width = legend ? 60 + letter * longest : 20
width = left + across * panel_width + legend_width
height = greater((panels + across - 1) / across * panel_height + bottom, legend ? 40 + 25 * series : 0)
x_of(p) = left + panel_width * ((p - 1) % across)
y_of(p) = (p - 1) / across * panel_height

# ---- tics ----
# The round step that divides a span into at most so many.
round_up(rough, power) = rough <= power ? power : rough <= 2 * power ? 2 * power : rough <= 5 * power ? 5 * power : 10 * power
step(span, most) = round_up(span / most, 10 ** floor(log10(span / most)))
# Along a logarithmic axis: round steps where it is short, else 1, 2 and 5 of each decade, else 1.
log_tics(axis, low, high, most) = (high < 3 * low \
  ? sprintf("set %stics nomirror (1); do for [k = %d:%d] { set %stics add (k * %g) }", axis, \
      ceil(low / step(high - low, most)), floor(high / step(high - low, most)), axis, step(high - low, most)) \
  : sprintf("set %stics nomirror (1); do for [d = %d:%d] { set %stics add (%s) }", axis, \
      floor(log10(low)), ceil(log10(high)), axis, \
      3 * log10(high / low) > most + 2 ? "10.0 ** d" : "10.0 ** d, 2 * 10.0 ** d, 5 * 10.0 ** d"))
# Names of columns, as many as there is room for; no tics, which are formats and end at 50 letters.
longest_name = 0
do for [i = 1:columns] { longest_name = greater(longest_name, strlen(column_label[i])) }
if (!exists("every")) every = 1 + int(columns * (longest_name + 1) * letter / (panel_width - gap))

# ---- pieces: what is drawn in panel p ----
is(mark) = column("panel") == p && strcol("mark") eq mark
of(i, mark) = is(mark) && column("series") == i ? column("x") : NaN
marked(mark) = is(mark) ? column("x") : NaN
each = "for [i = 1:series] csv using "
tint = "linecolor rgb colour(series_at[i]) "
stroke = tint."dashtype dash(series_at[i]) linewidth 2 "
symbol = "pointtype point(series_at[i]) "
grey = "nohead linecolor rgb '#555555' linewidth 2"
y_bounds = ":(column('y_low')):(column('y_high')) "
x_bounds = ":(column('x_low')):(column('x_high')) "
y = ":(column('y'))"
level = each."(is('level') && column('series') == i ? x_low[p] : NaN)".y.":(x_high[p] - x_low[p]):(0) with vectors nohead ".stroke
line = each."(of(i, ''))".y." with linespoints ".stroke.symbol."pointsize 0.8"
dots = each."(of(i, ''))".y." with points ".tint.symbol."pointsize 1.2"
band = each."(of(i, ''))".y_bounds."with filledcurves fillcolor rgb colour(series_at[i]) \
  fillstyle transparent solid 0.14 noborder"
bars = each."(of(i, ''))".y.y_bounds."with yerrorbars ".tint.symbol."pointsize 0.8"
rows_of_bars = each."(of(i, ''))".y.x_bounds."with xerrorbars ".tint.symbol."linewidth 1.7 pointsize 0.9"
cross = each."(of(i, ''))".y.x_bounds.y_bounds."with xyerrorbars ".tint.symbol."linewidth 1.4 pointsize 1.1"
winner = each."(of(i, 'winner'))".y." with points ".tint."pointtype 6 pointsize 2.2 linewidth 1.6"
diverged = each."(of(i, 'diverged')):(y_high[p]) with points ".tint."pointtype 2 pointsize 1.2 linewidth 2"
front = "csv using (marked('front'))".y." with steps linecolor rgb '#888888' linewidth 1.5 dashtype 2"
baseline = "csv using (marked('baseline'))".y." with points pointtype 3 pointsize 1.8 linewidth 2 linecolor rgb '#000000'"
ideal = "x with lines linecolor rgb '#999999' dashtype 2, \
  csv using (marked('ideal'))".y.":('ideal') with labels right offset -1.5, 0"
# A roof is its corner: level to the right of it, a slope to the left.
roof = "csv using (is('roof') ? x_low[p] : NaN):(column('y') / column('x') * x_low[p])\
:(column('x') - x_low[p]):(column('y') * (1 - x_low[p] / column('x'))) with vectors ".grey.", \
  csv using (marked('roof'))".y.":(x_high[p] - column('x')):(0) with vectors ".grey.", \
  csv using (is('roof') ? x_high[p] : NaN)".y.":(strcol('name')) with labels right offset -0.5, 0.8"
total = "csv using (marked('total'))".y.":(gprintf('%.1s %cs', column('value'))) with labels left offset 0.6, 0"
drawn = "plot "
do for [i = 1:words(pieces)] { drawn = drawn.(i > 1 ? ", " : "").value(word(pieces, i)) }

# ---- panels ----
open_panel = "set lmargin at screen x_of(p) / width; \
  set rmargin at screen (x_of(p) + panel_width - gap) / width; \
  set tmargin at screen 1 - (y_of(p) + head) / height; \
  set bmargin at screen 1 - (y_of(p) + panel_height - foot) / height; \
  set title panel_label[p] offset 0, -0.5; set xlabel (p + across > panels ? x_label : ''); \
  set ylabel (p % across == 1 || across == 1 ? (exists('y_label_below') && 2 * p > panels ? y_label_below : y_label) : ''); \
  set xrange [x_low[p] : x_high[p]]; set yrange [y_low[p] : y_high[p]]"
linear_x = "x_step = step(x_high[p] - x_low[p], (panel_width - gap) / 60); set xtics nomirror x_step"
name_columns = "set xtics nomirror ('' column_at[1]); do for [i = 1:columns] { set xtics add ('' column_at[i]); \
  if (i % every == 0 || every == 1) { set label 500 + i column_label[i] at first column_at[i], graph 0 center offset 0, -1 } }"
name_rows = "unset ytics; do for [i = 1:rows] \
  { if (p % across == 1 || across == 1) { set label i row_label[i] at graph 0, first i right offset -0.8, 0 } \
    else { unset label i } }"
zero_line = rows > 0 \
  ? "set arrow 1 from first zero, graph 0 to first zero, graph 1 nohead linewidth 1.5 linecolor rgb '#000000' back; \
     set object 1 rectangle from first band_low, graph 0 to first band_high, graph 1 fillcolor rgb '#E4E4E4' fillstyle solid noborder behind" \
  : "set arrow 1 from graph 0, first zero to graph 1, first zero nohead linewidth 1.5 linecolor rgb '#000000' back; \
     set object 1 rectangle from graph 0, first band_low to graph 1, first band_high fillcolor rgb '#E4E4E4' fillstyle solid noborder behind"

eval canvas
set multiplot
# The legend stands on a plot of full height with nothing else: it may be taller than a panel.
if (legend) {
  set lmargin at screen left / width
  set rmargin at screen 1 - legend_width / width
  set tmargin at screen 1 - 16.0 / height
  set bmargin at screen 10.0 / height
  set key at screen 1 - (legend_width - 12.0) / width, graph 1 left top vertical maxcols 1
  unset border; unset tics; unset grid
  keys = legend_with eq "linespoints" ? "linespoints dashtype dash(series_at[i]) linewidth 2" : legend_with
  eval "plot [0:1] [0:1] for [i = 1:series] NaN with ".keys." ".tint." pointtype point(series_at[i]) pointsize 0.9 title series_label[i]"
  set border 3; set grid
  set xtics nomirror textcolor rgb '#222222'; set ytics nomirror textcolor rgb '#222222'
}
unset key
if (strstrt(log_axes, "x")) { set logscale x }
if (strstrt(log_axes, "y")) { set logscale y }
if (exists("x_format")) { set format x x_format }
if (exists("y_format")) { set format y y_format }
if (columns) { eval name_columns }
if (exists("settings")) { eval settings }
if (exists("zero")) { eval zero_line }
do for [p = 1:panels] {
  eval open_panel
  if (columns == 0) { eval strstrt(log_axes, "x") ? log_tics("x", x_low[p], x_high[p], 8) : linear_x }
  if (strstrt(log_axes, "y")) { eval exists("y_tics") ? y_tics : log_tics("y", y_low[p], y_high[p], 8) }
  if (rows > 0) { eval name_rows }
  eval drawn
}
unset multiplot
