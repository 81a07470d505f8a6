# SPDX-License-Identifier: MIT
# Gain over the baseline for each combination of two factors, with its interval over the seeds; a
# panel for each condition. Options: x, y (axes), reading.
table_name = "quality_effects.csv"
usable(dummy) = strcol("reading") eq (exists("opt_reading") ? opt_reading : "steps") && strcol("gain") ne "" \
  && strcol(opt_x) ne "" && strcol(opt_y) ne ""
if (!exists("opt_x") || !exists("opt_y")) {
  print "the options x and y name no axes"
  exit status 3
}
load home."/plots/quality_style.gp"
array xs[200]
array ys[200]
nx = 0
ny = 0
reach = 0
x_place(v) = nx == 0 ? 0 : sum [i = 1:nx] (xs[i] eq v ? i : 0)
y_place(v) = ny == 0 ? 0 : sum [i = 1:ny] (ys[i] eq v ? i : 0)
meet_x(v) = x_place(v) ? 0 : (nx = nx + 1, xs[nx] = v)
meet_y(v) = y_place(v) ? 0 : (ny = ny + 1, ys[ny] = v)
stretch(v) = (reach = abs(v) > reach ? abs(v) : reach)
widest = 4
longer(text) = (widest = strlen(text) > widest ? strlen(text) : widest)
set table $null
plot summary using (here(0) ? (meet_x(strcol(opt_x)), meet_y(strcol(opt_y)), longer(strcol(opt_y)), stretch(gain(0))) : 0) with table
unset table
legend = 0
left = 60 + letter * widest
panel_width = 60 + 150 * nx
panel_width = panel_width < 380 ? 380 : panel_width
head = 56.0
panel_height = 130 + 74 * ny
eval lay_out
eval begin_panels
# Orange where it is worse, white at the baseline, blue where it is better; the numbers say it too.
set palette defined (0 "#F7B58A", 1 "#FFFFFF", 2 "#8FC3E8")
reach = reach > 0 ? reach : 1
set cbrange [-reach : reach]
unset colorbox
set border 0
unset grid
set tics scale 0
set xrange [0.5 : nx + 0.5]
set yrange [ny + 0.5 : 0.5]
set xtics ()
set ytics ()
do for [i = 1:nx] { set xtics add (tic(xs[i]) i) }
do for [i = 1:ny] { set ytics add (tic(ys[i]) i) }
set style fill solid border rgb "#D5D5D5"
x_at(p) = in_panel(p) ? x_place(strcol(opt_x)) : NaN
y_at(p) = y_place(strcol(opt_y))
digits = lower_is_better ? "%+.2f %%" : "%+.4g"
span = lower_is_better ? "[%.2f, %.2f]" : "[%.4g, %.4g]"
interval(dummy) = strcol("gain_low") eq "" ? "no interval" : sprintf(span, gain_low(0), gain_high(0))
do for [p = 1:panels] {
  eval open_panel
  set title gain_label.(shape_name[chosen(p)] eq "" ? "" : "\n".panel_title(p)) offset 0, -0.5
  set xlabel (p + across > panels ? x_label(opt_x) : "")
  set ylabel (p % across == 1 || across == 1 ? label_of(opt_y) : "") offset -1, 0
  plot summary using (x_at(p)):(y_at(p)):(x_at(p) - 0.5):(x_at(p) + 0.5):(y_at(p) - 0.5):(y_at(p) + 0.5):(gain(0)) \
         with boxxyerror fillcolor palette, \
       summary using (x_at(p)):(y_at(p)):(sprintf(digits, gain(0))) with labels offset 0, 0.6, \
       summary using (x_at(p)):(y_at(p)):(interval(0)) with labels offset 0, -0.7 textcolor rgb "#333333"
}
unset multiplot
