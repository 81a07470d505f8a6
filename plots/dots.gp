# SPDX-License-Identifier: MIT
# Draws changes with intervals, with one row per arm and one panel per condition. The line at 0 is the
# baseline, and the band is the equivalence margin. Changes beyond the scale are printed as numbers at the
# edge.
csv = ARG1; out = ARG2
load ARG0[1:strlen(ARG0) - strlen("dots.gp")]."style.gp"
no_change = 0; eval rows_of; eval verdicts_of; eval begin; eval verdicts
# The scale includes values up to six times the median. Values of controls may exceed the scale.
stats csv using (strcol("mark") eq "" ? abs(column("value")) : NaN) nooutput name "usual"
most = 6 * more(high_margin, exists("usual_median") ? usual_median : NaN)
cut(v) = v > most ? most : v < -most ? -most : v
low = cut(least) < low_margin ? cut(least) : low_margin
high = cut(greatest) > high_margin ? cut(greatest) : high_margin
if (low == high) { low = low - 1; high = high + 1 }
set xrange [low - 0.05 * (high - low) : high + 0.05 * (high - low)]
eval row_axes
far(p) = result(p) && abs(column("value")) > most
near(p) = result(p) && abs(column("value")) <= most
do for [p = 1:panels] {
  eval open_panel; eval row_names
  plot csv using (near(p) ? column("value") : NaN):(row(strcol("arm"))):(bound("low")):(bound("high")) \
    :(hue(strcol("verdict"), good(column("value")))) with xerrorbars pointtype -1 linecolor rgb variable linewidth 1.2, \
    csv using (near(p) ? column("value") : NaN):(row(strcol("arm"))):(shape(strcol("verdict"), strcol("mark"))) \
    :(hue(strcol("verdict"), good(column("value")))) with points pointtype variable linecolor rgb variable pointsize 0.8, \
    csv using (far(p) && column("value") < 0 ? low : NaN):(row(strcol("arm"))):(sprintf("◂ %.3g", column("value"))) \
    :(hue(strcol("verdict"), 0)) with labels left offset 0.5, 0 textcolor rgb variable, \
    csv using (far(p) && column("value") > 0 ? high : NaN):(row(strcol("arm"))):(sprintf("%.3g ▸", column("value"))) \
    :(hue(strcol("verdict"), 1)) with labels right offset -0.5, 0 textcolor rgb variable
}
unset multiplot
