# SPDX-License-Identifier: MIT
# Panels side by side and below each other, one legend at the right of all, and what is drawn in
# them. A kind sets, before it loads this file, what of the following it wants otherwise:
if (!exists("left")) left = 85.0     # pixels left of the first panel
if (!exists("gap")) gap = across > 1 ? 70.0 : 20.0 # between panels, part of panel_width
if (!exists("head")) head = 36.0     # above the axes, for a title of one line; part of panel_height
if (!exists("foot")) foot = 52.0     # below them, likewise
if (!exists("bottom")) bottom = 10.0 # below the last panel
if (!exists("legend")) legend = 1    # whether there is one
if (!exists("legend_with")) legend_with = "linespoints"
if (!exists("x_tics")) x_tics = ""
if (!exists("upright")) upright = 0  # the zero line and its band stand: rows have names
# and `pieces`, names of what is drawn, from the list below or its own; `settings`, more commands.
load plots."/shared/style.gp"

# ---- sizes ----
greater(a, b) = a > b ? a : b
lines_of(text) = strstrt(text, "\n") == 0 ? 1 : 1 + lines_of(text[strstrt(text, "\n") + 1:*])
longest = 8
do for [i = 1:series] { longest = greater(longest, strlen(series_label[i])) }
titles = 1
do for [p = 1:panels] { titles = greater(titles, lines_of(panel_title[p])) }
head = head + 17 * (titles - 1)
panel_height = panel_height + 17 * (titles - 1)
down = (panels + across - 1) / across
# The svg terminal overrates the width of text, so it is reckoned here.
legend_width = legend ? 60 + letter * longest : 20
width = left + across * panel_width + legend_width
height = greater(down * panel_height + bottom, legend ? 40 + 25 * series : 0)
panel_height = (height - bottom) / down
x_of(p) = left + panel_width * ((p - 1) % across)
y_of(p) = (p - 1) / across * panel_height

# ---- pieces: what is drawn in panel p ----
in_panel(dummy) = column("panel") == p
of(i, mark) = in_panel(0) && column("series") == i && strcol("mark") eq mark ? column("x") : NaN
marked(mark) = in_panel(0) && strcol("mark") eq mark ? column("x") : NaN
each = "for [i = 1:series] csv using "
tint = "linecolor rgb colour(series_style[i]) "
stroke = tint."dashtype dash(series_style[i]) linewidth 2 "
symbol = "pointtype point(series_style[i]) "
y_bounds = ":(column('y_low')):(column('y_high')) "
x_bounds = ":(column('x_low')):(column('x_high')) "
y = ":(column('y'))"
level = each."(of(i, 'level'))".y." with lines ".stroke
line = each."(of(i, ''))".y." with linespoints ".stroke.symbol."pointsize 0.8"
dots = each."(of(i, ''))".y." with points ".tint.symbol."pointsize 1.2"
band = each."(of(i, ''))".y_bounds."with filledcurves fillcolor rgb colour(series_style[i]) \
  fillstyle transparent solid 0.14 noborder"
bars = each."(of(i, ''))".y.y_bounds."with yerrorbars ".tint.symbol."pointsize 0.8"
thick_bars = each."(of(i, ''))".y.y_bounds."with yerrorbars ".tint.symbol."linewidth 1.8 pointsize 1"
rows_of_bars = each."(of(i, ''))".y.x_bounds."with xerrorbars ".tint.symbol."linewidth 1.7 pointsize 0.9"
cross = each."(of(i, ''))".y.x_bounds.y_bounds."with xyerrorbars ".tint.symbol."linewidth 1.4 pointsize 1.1"
winner = each."(of(i, 'winner'))".y." with points ".tint."pointtype 6 pointsize 2.2 linewidth 1.6"
diverged = each."(of(i, 'diverged'))".y." with points ".tint."pointtype 2 pointsize 1.2 linewidth 2"
front = "csv using (marked('front'))".y." with steps linecolor rgb '#888888' linewidth 1.5 dashtype 2"
baseline = "csv using (marked('baseline'))".y." with points pointtype 3 pointsize 1.8 linewidth 2 linecolor rgb '#000000'"
roof = "csv using (marked('roof'))".y." with lines linecolor rgb '#555555' linewidth 2"
drawn = "plot "
do for [i = 1:words(pieces)] { drawn = drawn.(i > 1 ? ", " : "").value(word(pieces, i)) }

# ---- panels ----
open_panel = "set lmargin at screen x_of(p) / width; \
  set rmargin at screen (x_of(p) + panel_width - gap) / width; \
  set tmargin at screen 1 - (y_of(p) + head) / height; \
  set bmargin at screen 1 - (y_of(p) + panel_height - foot) / height; \
  set title panel_title[p] offset 0, -0.5; set xlabel panel_x_label[p]; set ylabel panel_y_label[p]; \
  if (panel_low[p] == panel_low[p]) { set yrange [panel_low[p] : panel_high[p]] }; \
  if (panel_y_tics[p] ne '') { eval 'set ytics nomirror ('.panel_y_tics[p].')' }; \
  if (panel_x_step[p] == panel_x_step[p]) { set xtics panel_x_step[p] }"
# A text without the limits that gnuplot has for tics: 50 characters, and percent signs.
name_rows = "unset ytics; do for [i = 1:rows] \
  { if (p % across == 1 || across == 1) { set label i row_label[i] at graph 0, first i right offset -0.8, 0 } \
    else { unset label i } }"
zero_line = upright \
  ? "set arrow 1 from first zero, graph 0 to first zero, graph 1 nohead linewidth 1.5 linecolor rgb '#000000' back; \
     set object 1 rectangle from first band_low, graph 0 to first band_high, graph 1 fillcolor rgb '#E4E4E4' fillstyle solid noborder behind" \
  : "set arrow 1 from graph 0, first zero to graph 1, first zero nohead linewidth 1.5 linecolor rgb '#000000' back; \
     if (exists('band_low')) { set object 1 rectangle from graph 0, first band_low to graph 1, first band_high fillcolor rgb '#E4E4E4' fillstyle solid noborder behind }"

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
  keys = legend_with eq "points" ? "points" : "linespoints dashtype dash(series_style[i]) linewidth 2"
  eval "plot [0:1] [0:1] for [i = 1:series] NaN with ".keys." ".tint." pointtype \
    (series_level[i] ? -1 : point(series_style[i])) pointsize 0.9 title series_label[i]"
  set border 3; set grid
  set xtics nomirror textcolor rgb '#222222'; set ytics nomirror textcolor rgb '#222222'
}
unset key
if (exists("log_axes")) { eval "set logscale ".log_axes }
if (exists("x_low")) { set xrange [x_low : x_high] } else { set autoscale x }
if (x_tics ne "") { eval "set xtics nomirror (".x_tics.")" }
if (exists("x_format")) { set format x x_format }
if (exists("y_format")) { set format y y_format }
do for [k = 1:notes] { set label 1000 + k note_label[k] at note_x[k], note_y[k] left offset (exists("note_indent") ? note_indent : 0), 0 }
if (exists("settings")) { eval settings }
if (exists("zero")) { eval zero_line }
do for [p = 1:panels] {
  eval open_panel
  if (rows > 0) { eval name_rows }
  eval drawn
}
unset multiplot
