# SPDX-License-Identifier: MIT
# The one style of all figures, and what every kind of figure starts from.
#
# Set by the caller with -e: dir (result folder), ablation, out (file), format (svg or png), where
# ("axis=value axis=value", all must hold; may be empty), title, xlabel (may be empty).
# Options of the figure (x, y, value, ...) are variables of the same name with opt_ before them.
#
# Here: terminal, fonts, line types, axis labels, `keep` (does this row belong to the figure) and
# the arms in legend order: arms = count, arm_name[i], arm_number[i] (the CSV's arm_index); the
# passes likewise, of which each has its panel: no ratio or line joins two of them.

plot_width = 700
if (!exists("height")) height = 500
if (!exists("where")) where = ""
if (!exists("title")) title = ""
if (!exists("format")) format = "svg"
set encoding utf8
set micro
set datafile separator comma
set datafile columnheaders
set datafile missing NaN

# A kind calls `eval canvas` once it knows its height.
letter = 7.9 # pixels, the mean of words at this size in DejaVu Sans, the widest likely fallback
font = "Liberation Sans,Arial,Helvetica,sans-serif"
canvas = format eq "svg" \
  ? 'set terminal svg size width, height font font.",14" noenhanced background "white" linewidth 1.2; set output out' \
  : strstrt(GPVAL_TERMINALS, "pngcairo") \
  ? 'set terminal pngcairo size width, height font "Liberation Sans,11" noenhanced background "white" linewidth 1.4; set output out' \
  : 'set terminal png size width, height noenhanced background "#ffffff"; set output out'

# Okabe and Ito (2008) without yellow, which is lost on white. Colour, point and dash all change,
# with different periods, so that 7 x 12 arms stay apart in colour and most of them in grey.
palette = "#000000 #D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9"
points = "7 5 9 11 13 15 6 4 8 10 12 14"
colour(i) = word(palette, 1 + int(i) % words(palette))
point(i) = int(word(points, 1 + int(i) % words(points)))
dash(i) = 1 + int(i) / words(palette) % 4
set dashtype 2 (8, 4)
set dashtype 3 (2, 3)
set dashtype 4 (10, 3, 2, 3)

grey = "#999999"
set border 3 linecolor rgb "#555555"
set tics nomirror textcolor rgb "#222222"
set grid linecolor rgb "#DDDDDD" linewidth 0.6 linetype 1
set key Left reverse samplen 2 spacing 1.15
if (title ne "") set title title

# Words and units of axes; any other axis is called by its own name.
label_of(axis) = axis eq "n" ? "sequence length n (tokens)" \
  : axis eq "m" ? "keys m (tokens)" \
  : axis eq "batch" ? "batch (sequences)" \
  : axis eq "heads" ? "heads" \
  : axis eq "d_model" ? "model width d_model (features)" \
  : axis eq "d_head" ? "head width d_head (features)" \
  : axis eq "d_prime" ? "score width d' (features)" \
  : axis eq "threads" ? "threads (count)" : axis
# "n = 128, heads = 2" with the units of the values.
unit_of(axis) = axis eq "n" || axis eq "m" ? " (tokens)" : axis eq "batch" ? " (sequences)" \
  : axis eq "d_model" || axis eq "d_head" || axis eq "d_prime" ? " (features)" : ""
with_units(text) = strstrt(text, ", ") == 0 ? text.unit_of(word(text, 1)) \
  : with_units(text[1:strstrt(text, ", ") - 1]).", ".with_units(text[strstrt(text, ", ") + 2:*])
# Text in lines of at most so many characters, broken behind commas where there are some.
last_comma(text, n) = n < 1 || text[n:n] eq "," ? n : last_comma(text, n - 1)
line_end(text, most) = last_comma(text, most) > 0 ? last_comma(text, most) : most
after(text, n) = text[n + 1:n + 1] eq " " ? text[n + 2:*] : text[n + 1:*]
wrapped(text, most) = strlen(text) <= most ? text : text[1:line_end(text, most)]."\n" \
  .wrapped(after(text, line_end(text, most)), most)
lines_of(text) = strstrt(text, "\n") == 0 ? 1 : 1 + lines_of(text[strstrt(text, "\n") + 1:*])
# gnuplot writes kiB, the rest of the world KiB.
power(v) = v < 1024 ? 0 : int(floor(log(v) / log(1024) + 1e-9))
bytes_text(v) = sprintf("%.3g %s", v / 1024.0 ** power(v), word("B KiB MiB GiB TiB", 1 + power(v)))
x_label(axis) = exists("opt_xlabel") ? opt_xlabel : label_of(axis)

# A kind that draws another table sets these before it loads this file (quality_style.gp).
if (!exists("summary")) summary = dir."/summary.csv"
if (!exists("arm_column")) arm_column = "arm_index"
if (!exists("legend_column")) legend_column = "legend"
if (!exists("passes_apart")) passes_apart = 1
if (!exists("arm_needs")) arm_needs = "" # a column that an arm must have some value in
phases = dir."/phase_summary.csv"

# keep is an expression over the columns of the row at hand.
keep = exists("every_ablation") ? "1" : "(strcol('ablation') eq ablation)"
do for [i = 1:words(where)] {
  pair = word(where, i)
  at = strstrt(pair, "=")
  keep = keep.sprintf(" && (strcol('%s') eq '%s')", pair[1:at-1], pair[at+1:strlen(pair)])
}
eval "kept(dummy) = (".keep.") ? 1 : 0"
eval "number(name) = (".keep.") ? column(name) : NaN"

# Labels come with %2C for a comma and %22 for a quote, at which strcol() would end, and %25 for
# the percent sign itself.
swap(text, code, plain) = strstrt(text, code) == 0 ? text : text[1:strstrt(text, code) - 1].plain.\
  swap(text[strstrt(text, code) + strlen(code):*], code, plain)
label(name) = swap(swap(swap(strcol(name), "%2C", ","), "%22", '"'), "%25", "%")

# Arms in order of arm_index: within each pass the summary is sorted so.
array arm_name[200]
array arm_number[200]
arms = 0
place_of(n) = arms == 0 ? 0 : sum [i = 1:arms] (arm_number[i] == n ? i : 0)
meet(n, name) = place_of(n) ? 0 : (arms = arms + 1, arm_number[arms] = n, arm_name[arms] = name)
# Passes (forward, backward, both) in the order of pass_index.
array pass_name[20]
array pass_number[20]
passes = 0
meet_pass(n, name) = passes > 0 && pass_number[passes] == n ? 0 \
  : (passes = passes + 1, pass_number[passes] = n, pass_name[passes] = name)
set table $null
plot summary using (kept(0) && (arm_needs eq "" || strcol(arm_needs) ne "") ? (meet(column(arm_column), label(legend_column)), \
  passes_apart ? meet_pass(column("pass_index"), strcol("pass")) : 0) : 0) with table
unset table
# The pass that is being drawn; 0: all of them.
pass = 0
in_pass(dummy) = pass == 0 || !passes_apart || column("pass_index") == pass_number[pass]
pass_title(p) = pass_name[p] eq "both" ? "forward and backward pass" \
  : pass_name[p] eq "" ? "pass" : pass_name[p]." pass"
time_label(p) = "time per ".(passes > 1 ? "pass" : pass_title(p))
if (arms == 0) {
  print sprintf("no row of %s belongs to this figure (%s)", ablation, where)
  exit status 3
}
# Room for the legend on the right (`eval legend_right` after `eval canvas`): the svg terminal
# overrates the width of text, so it is reckoned here, and the legend is hung up by its left
# edge.
longest = 8
do for [i = 1:arms] { longest = strlen(arm_name[i]) > longest ? strlen(arm_name[i]) : longest }
legend = 60 + letter * longest
legend_right = "set rmargin at screen 1 - legend / width; \
  set key at screen 1 - (legend - 12) / width, graph 1 left top vertical maxcols 1"
width = plot_width + legend
of_arm(i, name) = in_pass(0) && column(arm_column) == arm_number[i] ? number(name) : NaN

# A text as the name of a tic: gnuplot reads those with a percent sign as formats, and cuts them at
# 50 characters.
tic(s) = strstrt(s, "%") == 0 ? s : s[1:strstrt(s, "%") - 1]."percent".tic(s[strstrt(s, "%") + 1:])
