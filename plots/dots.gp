# SPDX-License-Identifier: MIT
# Draws changes with intervals, with one row per arm and one panel per condition. The line at 0 is the
# baseline, and the band is the equivalence margin. Changes beyond the scale are printed as numbers at the
# edge.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
no_change = 0
# The scale includes values up to six times the median. Values of controls may exceed the scale.
stats csv using (strcol("mark") eq "" ? abs(column("value")) : NaN) nooutput name "usual"
most = 6 * more(high_margin, exists("usual_median") ? usual_median : NaN)
controls = 0
stats csv using (near(0) && strcol("mark") eq "control" ? (controls = 1, 0) : 0) nooutput
eval rows_of; eval verdicts_of; eval begin; eval verdicts
low = cut(least) < low_margin ? cut(least) : low_margin
high = cut(greatest) > high_margin ? cut(greatest) : high_margin
if (low == high) { low = low - 1; high = high + 1 }
eval row_range; eval row_axes
do for [p = 1:panels] { eval open_panel; eval row_names; plot @row_points }
unset multiplot
