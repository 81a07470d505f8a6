# SPDX-License-Identifier: MIT
# What the kinds of quality share: contenders take the place of arms, each condition has a panel.
#
# Set before: table_name (file of the run) and usable(0), whether the row at hand counts. Then
#   load home."/plots/quality_style.gp"; panel_width, panel_height, left, legend as wanted
#   eval lay_out; eval begin_panels (after legend_plot is set)
#   do for [p = 1:panels] { eval open_panel; plot ... }; unset multiplot
# in_panel(p) tells the rows of panel p. At most six panels: conditions evenly spread. A figure that
# puts several conditions into one panel sets panel_for_each_shape = 0 before.
summary = dir."/".table_name
passes_apart = 0
if (!exists("arm_column")) arm_column = "row_index"
if (!exists("legend_column")) legend_column = "label"
load home."/plots/style.gp"
here(dummy) = kept(0) && usable(0)
dash(i) = 1 + int(i) % 4 # few lines, often close together: dashes tell them apart in grey too

array shape_name[200]
array shape_of[200]
shapes = 0
metric = ""
split = ""
margin = 0
reading = exists("opt_reading") ? opt_reading : "steps"
known_shape(n) = shapes == 0 ? 0 : sum [i = 1:shapes] (shape_of[i] == n ? i : 0)
meet_shape(n, name) = known_shape(n) ? 0 : (shapes = shapes + 1, shape_of[shapes] = n, shape_name[shapes] = name)
set table $null
plot summary using (here(0) ? (metric = strcol("metric"), meet_shape(column("shape_index"), label("shape"))) : 0) with table
unset table
if (shapes == 0) {
  print sprintf("no row of %s in %s belongs to this figure (%s)", ablation, table_name, where)
  exit status 3
}
shown = shapes < 6 ? shapes : 6
panels = shown
chosen(k) = shown == 1 ? 1 : 1 + int(floor((k - 1.0) * (shapes - 1) / (shown - 1) + 0.5))
if (shapes > shown && (!exists("panel_for_each_shape") || panel_for_each_shape)) {
  left_out = ""
  do for [k = 1:shapes] {
    if ((sum [p = 1:shown] (chosen(p) == k)) == 0) {
      left_out = left_out.(left_out eq "" ? "" : "; ").shape_name[k]
    }
  }
  print "note: Left out: ".left_out."."
}
in_panel(p) = here(0) && column("shape_index") == shape_of[chosen(p)]
of_contender(i, p, name) = in_panel(p) && column(arm_column) == arm_number[i] ? column(name) : NaN

# Gains: of a metric of which less is better they are log-ratios, drawn as percent of the baseline.
lower_is_better = strstrt(" loss perplexity bits_per_char ", " ".metric." ") > 0
drawn(v) = lower_is_better ? 100 * (1 - exp(-v)) : v
metric_words = metric eq "bits_per_char" ? "bits per character" : metric
gain_label = lower_is_better ? metric_words." below the baseline's (%)" : metric_words." above the baseline's"
gain(dummy) = drawn(column("gain"))
# Without an interval (one seed) the bar has no length.
gain_low(dummy) = strcol("gain_low") eq "" ? gain(0) : drawn(column("gain_low"))
gain_high(dummy) = strcol("gain_high") eq "" ? gain(0) : drawn(column("gain_high"))

# The round step (1, 2, 5 times a power of ten) that divides a span into at most so many tics.
rough_step(span, most) = 10 ** floor(log10(span / most))
tic_step(span, most) = rough_step(span, most) * (span / most <= rough_step(span, most) ? 1 \
  : span / most <= 2 * rough_step(span, most) ? 2 : span / most <= 5 * rough_step(span, most) ? 5 : 10)

# Panels in a grid, the legend at the right of all; a longer legend stretches them.
head = 36.0 # room above a panel, for a title of one line
left = 85.0
panel_height = shown == 1 ? 430 : 330
panel_width = shown == 1 ? 600 : shown == 2 || shown == 4 ? 400 : 330
panel_title(p) = wrapped(with_units(shape_name[chosen(p)]), int(panel_width / 8.5))
greater(a, b) = a > b ? a : b
title_lines(p) = p < 1 ? 1 : greater(lines_of(panel_title(p)), title_lines(p - 1))
across = shown <= 3 ? shown : shown == 4 ? 2 : 3
down = (panels + across - 1) / across
lay_out = "extra = 17 * (title_lines(panels) - 1); head = head + extra; panel_height = panel_height + extra; \
  width = left + across * panel_width + (legend > 0 ? legend : 20); height = down * panel_height + 10; \
  height = legend > 0 ? greater(height, 50 + 22 * arms) : height; \
  panel_height = (height - 10.0) / down; eval canvas"
legend_plot = "set yrange [1 : 2]; set xrange [1 : 2]; plot for [i = 1:arms] NaN with linespoints \
  linecolor rgb colour(arm_number[i]) dashtype dash(arm_number[i]) linewidth 2 \
  pointtype point(arm_number[i]) pointsize 0.9 title arm_name[i]"
begin_panels = "set lmargin at screen left / width; eval legend > 0 ? legend_right : 'unset key'; \
  set multiplot; set tmargin at screen 1 - 20.0 / height; set bmargin at screen 10.0 / height; \
  unset border; unset tics; unset grid; eval legend > 0 ? legend_plot : 'unset key'; \
  unset key; set border 3; set tics nomirror; set grid; set autoscale"
x_of_panel(p) = left + panel_width * ((p - 1) % across)
y_of_panel(p) = (p - 1) / across * panel_height
open_panel = "set lmargin at screen x_of_panel(p) / width; \
  set rmargin at screen (x_of_panel(p) + panel_width - (across > 1 ? 70.0 : 20.0)) / width; \
  set tmargin at screen 1 - (y_of_panel(p) + head) / height; \
  set bmargin at screen 1 - (y_of_panel(p) + panel_height - 52.0) / height; \
  set title panel_title(p) offset 0, -0.5"
