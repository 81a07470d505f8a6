# SPDX-License-Identifier: MIT
# Draws the main figure: one row per variant, and one panel per task that passed its validity checks. Panels
# show changes with intervals, each on its own scale. The right column shows the time of a training step.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("variants.gp")]."style.gp"
no_change = 0; array time[999]
do for [i = 1:arms] { time[i] = 0 }
stats csv using (strcol("mark") eq "time" ? (time[row(strcol("arm"))] = column("value"), 0) : 0) nooutput
eval rows_of; columns = panels; timed = panel[panels] eq "step time"; right = timed ? 116 : 26; eval verdicts_of
if (timed) { panels = panels - 1; columns = panels }
eval begin; eval whole
eval verdict_names
eval done
low_margin = high_margin = 0
cut(v) = v > most ? most : v < -most ? -most : v
far(p) = result(p) && abs(column("value")) > most
near(p) = result(p) && abs(column("value")) <= most
do for [p = 1:panels] {
  set xrange [*:*]; set yrange [*:*]
  stats csv using (result(p) && strcol("mark") eq "" ? abs(column("value")) : NaN) nooutput name "usual"
  most = exists("usual_median") && usual_median > 0 ? 4 * usual_median : 1
  stats csv using (result(p) ? cut(bound("low")) : NaN):(result(p) ? cut(bound("high")) : NaN) nooutput name "scale"
  low = less(0, scale_min_x); high = more(0, scale_max_y)
  set xrange [low - 0.05 * (high - low) : high + 0.05 * (high - low)]; set xtics nice((high - low) / 1.8)
  eval row_axes; eval open_panel; eval row_names
  if (timed && p == panels) {
    set label 300 "Step time\n(softmax = 1)" at screen 1 - 58.0 / width, graph 1 offset 0, 2.1 center font ",12"
    do for [i = 1:arms] { if (time[i] > 0) { set label 300 + i sprintf("%.2f×", time[i]) at screen 1 - 58.0 / width, first i center } }
  }
  plot csv using (near(p) ? column("value") : NaN):(row(strcol("arm"))):(bound("low")):(bound("high")) \
    :(hue(strcol("verdict"), good(column("value")))) with xerrorbars pointtype -1 linecolor rgb variable linewidth 1.2, \
    csv using (near(p) ? column("value") : NaN):(row(strcol("arm"))):(shape(strcol("verdict"), strcol("mark"))) \
    :(hue(strcol("verdict"), good(column("value")))) with points pointtype variable linecolor rgb variable pointsize 0.8, \
    csv using (far(p) && column("value") < 0 ? low : NaN):(row(strcol("arm"))):(sprintf("◂ %.3g", column("value"))) \
    :(hue(strcol("verdict"), 0)) with labels left offset 0.5, 0 textcolor rgb variable
}
unset multiplot
