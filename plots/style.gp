# SPDX-License-Identifier: MIT
# Code shared by all scripts: reads the table `csv` and sets fonts, colours and positions.
if (!strlen(out)) { exit error "usage: gnuplot -d -c SCRIPT.gp TABLE.csv PICTURE.svg (or .png)" }
set encoding utf8
set micro
set datafile separator comma commentschars "" columnheaders missing NaN

# ---- colours: better is blue, worse is orange; palette of Okabe and Ito (2008) ----
ink = 0x1b1b1b; grey = 0xa0a0a0; blue = 0x0072B2; orange = 0xD55E00
array palette[8] = [orange, blue, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x7F5B2E, 0x882255]
rgb(colour) = colour == 0 ? ink : colour < 0 ? grey : palette[1 + (colour - 1) % 8]
symbol(colour) = colour < 0 ? 7 : int(word("7 5 9 11 13 15 2 3", colour + 1))
# Symbols are filled for definite verdicts and hollow otherwise. Points that are not judged are grey.
says(verdict) = strlen(verdict) && strstrt("better faster worse slower equivalent", verdict) > 0
hue(verdict, good) = verdict eq "better" || verdict eq "faster" ? blue : verdict eq "worse" || verdict eq "slower" ? orange \
  : verdict eq "suggestive" ? (good ? 0x6FB1DA : 0xEBA06A) : verdict eq "equivalent" ? ink : verdict eq "inconclusive" ? 0x777777 : 0xB0B0B0
good(v) = no_change ? v < 1 : v > 0
shape(verdict, mark) = mark eq "control" ? (says(verdict) ? 13 : 12) : says(verdict) ? 7 : 6

# ---- the table: panels, arms and places in the order of their first rows ----
array panel[999]; array arm[999]; array colour[999]; array place[999]; array level[999]; array known[999]
panels = arms = places = levels = longest = level_width = 0; title = subtitle = x_label = y_label = seen = ""
panel_names = arm_names = place_names = level_names = "\t" # each with its number, between tabs
entry(name, number) = name."\t".sprintf("=%03d", number)."\t"
find(names, name) = strstrt(names, "\t".name."\t")
index_of(names, name) = find(names, name) ? int(real("1".names[find(names, name) + strlen(name) + 3 : find(names, name) + strlen(name) + 5])) - 1000 : 0
row(name) = index_of(arm_names, name)
add_panel(name) = find(panel_names, name) ? 0 : (panels = panels + 1, panel[panels] = name, panel_names = panel_names.entry(name, panels), 0)
add_arm(name, c) = name eq "" || find(arm_names, name) ? 0 : (arms = arms + 1, arm[arms] = name, colour[arms] = int(c), known[arms] = 0, \
  longest = more(longest, strlen(name)), arm_names = arm_names.entry(name, arms), 0)
add_place(name) = name eq "" || find(place_names, name) ? 0 : (places = places + 1, place[places] = name, place_names = place_names.entry(name, places), 0)
add_level(name) = name eq "" || find(level_names, name) ? 0 : (levels = levels + 1, level[levels] = name, \
  level_width = more(level_width, strlen(name)), level_names = level_names.entry(name, levels), 0)
has(word) = strstrt(seen, ",".word.",") > 0
here(p) = p == 0 ? 1 : strcol("panel") eq panel[p]
of(p, i) = here(p) && strcol("arm") eq arm[i]
is(p, mark) = here(p) && strcol("mark") eq mark
result(p) = here(p) && strlen(strcol("arm")) && (strcol("mark") eq "" || strstrt("level best control", strcol("mark")))
bound(name) = column(name) == column(name) ? column(name) : column("value")
less(old, new) = new == new && !(new >= old) ? new : old
more(old, new) = new == new && !(new <= old) ? new : old
x_min = x_max = least = greatest = NaN
either(old, new) = strlen(new) ? new : old
stats csv using (add_panel(strcol("panel")), strstrt("roof sgemm axis", either("none", strcol("mark"))) ? 0 : add_arm(strcol("arm"), column("colour")), add_place(strcol("x")), \
  title = either(title, strcol("title")), subtitle = either(subtitle, strcol("subtitle")), x_label = either(x_label, strcol("x_label")), \
  y_label = either(y_label, strcol("y_label")), seen = seen.",".strcol("verdict").",".strcol("mark").",", \
  result(0) || is(0, "left out") ? (x_min = less(x_min, column("x")), x_max = more(x_max, column("x")), \
  least = less(least, bound("low")), greatest = more(greatest, bound("high")), \
  strcol("verdict") ne "not judged" ? (known[row(strcol("arm"))] = 1) : 0) : 0, 0) nooutput
low_margin = high_margin = NaN
stats csv using (strcol("mark") eq "margin" ? (low_margin = column("low"), high_margin = column("high"), 0) : 0) nooutput
controls = has("control")
hollow = has("not judged") || has("left out") ? arms : 0

# ---- words ----
blank(s, i) = i < 2 ? 0 : s[i:i] eq " " ? i : blank(s, i - 1)
comma(s, i) = i < 2 ? 0 : s[i:i] eq " " && strstrt(",‚;", s[i - 1:i - 1]) ? i : comma(s, i - 1)
# Wraps long labels at commas, if possible, and titles at spaces.
cut_at(s, n) = n < 60 && comma(s, n) > n / 2 ? comma(s, n) : blank(s, n)
wrap(s, n) = strlen(s) <= n || blank(s, n) == 0 ? s : s[1:cut_at(s, n) - 1]."\n".wrap(s[cut_at(s, n) + 1:*], n)
lines(s) = strstrt(s, "\n") ? 1 + lines(s[strstrt(s, "\n") + 1:*]) : 1

# ---- places, in pixels; a script sets columns, panel_height, left and legend_lines ----
width = 880; gap = 24; row_gap = 70; legend_lines = 1; right = 26; columns = 1; left = 80; panel_height = 300; shared = 1; y_format = '%g'
font = "Liberation Sans,Arial,Helvetica,sans-serif"
begin = "panel_width = (width - left - right - gap * (columns - 1)) / columns; title_lines = 1; head = 22 * lines(wrap(title, 104)) + (strlen(subtitle) ? 17 * lines(wrap(subtitle, 126)) : 0); \
  do for [p = 1:panels] { title_lines = more(title_lines, lines(wrap(panel[p], int(panel_width / 7.2)))) }; \
  top = 30 + head + 19 * (legend_lines + title_lines); row_gap = 66 + 19 * title_lines; \
  panel_rows = int(ceil(1.0 * panels / columns)); \
  height = top + panel_rows * (panel_height + row_gap) - row_gap + 62; \
  if (out[strlen(out) - 3:*] eq '.png') { set terminal pngcairo size width, height font 'Liberation Sans,13' fontscale 0.75 noenhanced \
  } else { set terminal svg size width, height font font.',13' noenhanced background 'white' }; \
  set output out; set multiplot; set pointintervalbox 0; set label 9 wrap(title, 104) font ',15' at screen 12.0 / width, 1 - 18.0 / height left; \
  set label 10 wrap(subtitle, 126) font ',12' textcolor rgb 0x555555 at screen 12.0 / width, 1 - (18.0 + 22 * lines(wrap(title, 104))) / height left; \
  panel_width = (width - left - right - gap * (columns - 1)) / columns"
# Opens panel p; panel 1 is at the top left.
open_panel = "x0 = left + ((p - 1) % columns) * (panel_width + gap); y0 = top + ((p - 1) / columns) * (panel_height + row_gap); \
  set lmargin at screen 1.0 * x0 / width; set rmargin at screen 1.0 * (x0 + panel_width) / width; \
  set tmargin at screen 1 - 1.0 * y0 / height; set bmargin at screen 1 - 1.0 * (y0 + panel_height) / height; \
  set title wrap(panel[p], int(panel_width / 7.2)) offset 0, -0.6; set xlabel (p + columns > panels ? x_label : ''); \
  first = columns == 1 || p % columns == 1; set label 8 (first ? y_label : '') at screen 1.0 * (x0 - left + 14) / width, screen 1 - (y0 + panel_height / 2.0) / height center rotate; set format y (first || !shared ? y_format : '')"

# ---- legends, drawn on a plot of the whole canvas before the panels ----
whole = "set lmargin at screen 0; set rmargin at screen 1; set tmargin at screen 1; set bmargin at screen 0; \
  unset border; unset tics; unset grid; set xrange [0:1]; set yrange [0:1]; \
  set key at screen 0.0, 1 - (10.0 + head) / height left top Left reverse samplen 1.5 maxrows legend_lines"
done = "unset key; unset label 9; unset label 10; set border 3 linecolor rgb 0x777777; set grid linecolor rgb 0xe4e4e4 linewidth 0.7; \
  set xtics nomirror textcolor rgb ink; set ytics nomirror textcolor rgb ink; set autoscale"
no_legend = "eval whole; plot NaN notitle; eval done"
side(better) = better ? "suggestive1" : "suggestive0"
word_of(v) = v eq "not" ? "not judged" : v eq side(1) ? "suggestive (".(no_change ? "faster" : "better").")" : v eq side(0) ? \
  "suggestive (".(no_change ? "slower" : "worse").")" : v
# Draws a legend of the verdicts that occur in the table.
verdicts_of = "stats csv using (strcol('verdict') eq 'suggestive' ? (seen = seen.','.side(good(column('value'))).',', 0) : 0) nooutput; \
  kinds = controls; do for [v in 'better faster worse slower equivalent suggestive1 suggestive0 inconclusive'] { kinds = kinds + has(v) }; \
  legend_lines = kinds + has('not judged') > 4 ? 2 : 1"
verdict_names = "plot NaN notitle, for [v in 'better faster worse slower equivalent suggestive1 suggestive0 inconclusive not'] \
  (has(v) || has(word_of(v)) ? 2 : NaN) with points pointtype shape(v, '') linecolor rgb hue(strlen(v) == 11 ? v[1:10] : v, v eq side(1)) pointsize 1.1 \
  title (has(v) || has(word_of(v)) ? word_of(v) : ''), (controls ? 2 : NaN) with points pointtype 12 linecolor rgb ink \
  title (controls ? 'control' : '')"
verdicts = "eval whole; eval verdict_names; eval done"
# Draws a legend of the arms. Arms with their own colour are named; all other arms share one entry.
arm_of(c, i) = i == 0 ? 0 : colour[i] == c ? i : arm_of(c, i - 1)
name(c) = c > 7 ? (arm_of(-1, arms) ? "others" : "") : arm_of(c, arms) ? arm[arm_of(c, arms)] : ""
shown(c) = c > 7 || !hollow || !arm_of(c, arms) || known[arm_of(c, arms)]
widest = 0; do for [c = 0:8] { widest = more(widest, strlen(name(c))) }
named(c) = c < 0 ? 0 : (strlen(name(c)) > 0) + named(c - 1)
across = int(width / (7.6 * widest + 66)); across = across < 1 ? 1 : across
tint(i) = rgb(colour[i]); outline(type) = type > 3 && type % 2 ? type - 1 : type; open(i) = outline(dot(i)); wide(i) = colour[i] < 0 ? 0.8 : 2; dot(i) = symbol(colour[i]); size(i) = colour[i] < 0 ? 0.4 : 0.8
series = "eval whole; plot NaN notitle, for [c = 0:8] (strlen(name(c)) ? 2 : NaN) with linespoints \
  linecolor rgb (shown(c) ? rgb(c > 7 ? -1 : c) : grey) linewidth (c > 7 ? 1 : 2) pointtype (shown(c) ? symbol(c > 7 ? -1 : c) : outline(symbol(c))) pointsize 0.8 \
  title name(c), (unsure ? 2 : NaN) with points pointtype 6 linecolor rgb grey title (unsure ? 'grey: not judged' : ''); eval done"
# Selects the rows of line figures: results, results that are not judged, and horizontal lines for arms
# without the axis.
line(p, i) = of(p, i) && result(p)
judged(p, i) = line(p, i) && strcol("mark") ne "level" && strcol("verdict") ne "not judged"
unjudged(p, i) = (line(p, i) && strcol("mark") ne "level" && strcol("verdict") eq "not judged") || (of(p, i) && is(p, "left out"))
# Draws results as lines with intervals. Results that are not judged are hollow and grey.
at_x(p, i) = column("x")
judged_line(p, i) = line(p, i) && strcol("verdict") ne "not judged"
arm_lines = 'for [i = 1:hollow] csv using (line(p, i) ? at_x(p, i) : NaN):(column("value")) with lines linecolor rgb grey, \
  for [i = 1:arms] csv using (judged_line(p, i) ? at_x(p, i) : NaN):(column("value")) with lines linecolor rgb tint(i) linewidth wide(i)'
arm_points = 'for [i = 1:arms] csv using (judged(p, i) ? at_x(p, i) : NaN):(column("value")):(bound("low")):(bound("high")) \
  with yerrorbars linecolor rgb tint(i) pointtype dot(i) pointsize size(i), \
  for [i = 1:hollow] csv using (unjudged(p, i) ? at_x(p, i) : NaN):(column("value")):(bound("low")):(bound("high")) \
  with yerrorbars linecolor rgb grey pointtype open(i) pointsize 0.9'
grid_of = "unsure = hollow > 0; series_lines = int(ceil(1.0 * (named(8) + unsure) / across)); columns = panels == 1 ? 1 : panels == 2 || panels == 4 ? 2 : 3; legend_lines = series_lines; panel_height = panels == 1 ? 380 : 260"
# All panels share one scale, from the smallest to the largest interval limit.
plain_y = "pad = greatest > least ? 0.06 * (greatest - least) : 0.1 * (abs(least) + (least == 0)); set yrange [least - pad : greatest + pad]"
log_y = "if (greatest < 2 * least) { eval plain_y } else { set logscale y; eval tics_y; \
  set yrange [least / (greatest / least) ** 0.06 * 0.97 : greatest * (greatest / least) ** 0.06 * 1.03] }"
tics_y = "if (greatest < 2000 * least) { do for [e = -12:12] { set ytics add (3 * 10.0 ** e) } }; \
  if (greatest < 40 * least) { do for [e = -12:12] { set ytics add (10.0 ** e, 2 * 10.0 ** e, 5 * 10.0 ** e) } }; \
  if (greatest < 6 * least) { do for [e = -12:12] { set ytics add (1.5 * 10.0 ** e, 3 * 10.0 ** e, 4 * 10.0 ** e, 7 * 10.0 ** e) } }"
log_x = "set logscale x; set xrange [x_min / (x_max / x_min) ** 0.08 * 0.98 : x_max * (x_max / x_min) ** 0.08 * 1.02]"
tics_x = "set xtics (1); do for [e = -12:20] { set xtics add (10.0 ** e); if (x_max < 300 * x_min) { set xtics add (3 * 10.0 ** e) }; \
  if (x_max < 10 * x_min) { set xtics add (2 * 10.0 ** e, 5 * 10.0 ** e) } }"
ratio_tics = "if (high > 40 * low) { set xtics (0.001, 0.01, 0.1, 1, 3, 10, 30, 100, 1000, 10000) } else { \
  if (high > 5 * low) { set xtics (0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64) } else { \
  if (high > 1.8 * low) { set xtics (0.25, 0.35, 0.5, 0.7, 1, 1.5, 2, 3, 4, 6) } else { \
  if (high > 1.25 * low) { set xtics (0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.35, 1.5, 1.7) } else { set xtics (0.84, 0.88, 0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.16) } } } }"
# Each panel has its own horizontal axis with four or five tics.
nice(v) = 10.0 ** floor(log10(v)) * (v / 10.0 ** floor(log10(v)) < 1.5 ? 1 : v / 10.0 ** floor(log10(v)) < 3.5 ? 2 : v / 10.0 ** floor(log10(v)) < 7.5 ? 5 : 10)
across_x = "stats csv using (result(p) ? column('x') : NaN) nooutput name 'own'; set xrange [0 : own_max]; set xtics nice(own_max / 4.0)"
# Shifts the points of arms sideways so that their intervals do not overlap.
aside(i) = 0.03 * (i - 0.5 * (arms + 1)) * (arms > 12 ? 12.0 / arms : 1)
no_gain = "set arrow 1 from graph 0, first 0 to graph 1, first 0 nohead linewidth 1.5 linecolor rgb ink back; \
  set object 1 rectangle from graph 0, first low_margin to graph 1, first high_margin fillcolor rgb 0xeeeeee fillstyle solid noborder behind"
name_x = "set xtics (''  0); do for [k = 1:places] { set xtics add (place[k] place[k] + 0) }"

# ---- figures with a row per arm ----
rows_of = "columns = panels < 3 ? panels : panels == 4 ? 2 : 3; left = 24 + 7 * (longest < 48 ? longest : 48); panel_height = (longest > 92 ? 58 : longest > 46 ? 40 : 24) * arms + 6; y_label = ''"
row_axes = "set yrange [arms + 0.6 : 0.4]; set border 1; set grid xtics noytics; \
  set arrow 1 from first no_change, graph 0 to first no_change, graph 1 nohead linewidth 1.5 linecolor rgb ink back; \
  set object 1 rectangle from first low_margin, graph 0 to first high_margin, graph 1 fillcolor rgb 0xeeeeee fillstyle solid noborder behind"
# Arm names are drawn as labels, because tics interpret % as a format.
beside(name, i) = "set label ".(100 + i)." wrap(".name."[".i."], 48) at graph 0, first ".i." right offset -0.8, 0.5 * (lines(wrap(".name."[".i."], 48)) - 1)"
row_names = "unset ytics; do for [i = 1:arms] { if (first) { eval beside('arm', i) } else { unset label 100 + i } }"
name_places = "unset xtics; do for [i = 1:places] { set label 200 + i wrap(place[i], int(panel_width / places / 7)) at first i, graph 0 center offset 0, -1 }; \
  set xlabel offset 0, -1.6"
# If a figure limits the scale to +-most, larger results are numbers at the edge. Longer intervals end in an
# arrow.
far(p) = result(p) && abs(column("value")) > most
near(p) = result(p) && abs(column("value")) <= most
cut(v) = v > most ? most : v < -most ? -most : v
row_points = 'csv using (near(p) ? column("value") : NaN):(row(strcol("arm"))):(bound("low")):(bound("high")) \
  :(hue(strcol("verdict"), good(column("value")))) with xerrorbars pointtype -1 linecolor rgb variable linewidth 1.2, \
  csv using (near(p) ? column("value") : NaN):(row(strcol("arm"))):(shape(strcol("verdict"), strcol("mark"))) \
  :(hue(strcol("verdict"), good(column("value")))) with points pointtype variable linecolor rgb variable pointsize 0.8, \
  csv using (near(p) && bound("low") < least_x ? least_x : NaN):(row(strcol("arm"))):("◂"):(hue(strcol("verdict"), 0)) \
  with labels left offset -0.3, 0 textcolor rgb variable, \
  csv using (near(p) && bound("high") > most_x ? most_x : NaN):(row(strcol("arm"))):("▸"):(hue(strcol("verdict"), 1)) \
  with labels right offset 0.3, 0 textcolor rgb variable, \
  csv using (far(p) && column("value") < 0 ? least_x : NaN):(row(strcol("arm"))):(sprintf("◂ %.3g", column("value"))) \
  :(hue(strcol("verdict"), 0)) with labels left offset 0.5, 0 textcolor rgb variable, \
  csv using (far(p) && column("value") > 0 ? most_x : NaN):(row(strcol("arm"))):(sprintf("%.3g ▸", column("value"))) \
  :(hue(strcol("verdict"), 1)) with labels right offset -0.5, 0 textcolor rgb variable'
row_range = "least_x = low - 0.05 * (high - low); most_x = high + 0.05 * (high - low); set xrange [least_x : most_x]; set xtics nice((high - low) * 100 / panel_width)"
