# SPDX-License-Identifier: MIT
# Draws times relative to the baseline, with intervals: one row per arm, one panel per pass and shape. Points
# to the left of 1 are faster. The band is the equivalence margin.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
no_change = 1; eval rows_of; eval verdicts_of; eval begin; eval verdicts
low = less(least, low_margin); high = more(greatest, high_margin)
set logscale x
set xrange [low / (high / low) ** 0.06 : high * (high / low) ** 0.06]
eval ratio_tics
eval row_axes
do for [p = 1:panels] {
  eval open_panel; eval row_names
  plot csv using (result(p) ? column("value") : NaN):(row(strcol("arm"))):(bound("low")):(bound("high")) \
    :(hue(strcol("verdict"), good(column("value")))) with xerrorbars pointtype -1 linecolor rgb variable linewidth 1.2, \
    csv using (result(p) ? column("value") : NaN):(row(strcol("arm"))):(shape(strcol("verdict"), strcol("mark"))) \
    :(hue(strcol("verdict"), good(column("value")))) with points pointtype variable linecolor rgb variable pointsize 0.8
}
unset multiplot
