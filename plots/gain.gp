# SPDX-License-Identifier: MIT
# Draws changes with intervals along an axis. The line at 0 is the baseline, and the band is the equivalence
# margin. Hollow grey points are not judged.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval grid_of; eval begin; eval series; eval plain_y; eval no_gain
set xrange [0.6 : places + 0.4]
at_x(p, i) = index_of(place_names, strcol("x")) + 2 * aside(i)
do for [p = 1:panels] { eval open_panel; eval name_places; plot @arm_lines, @arm_points }
unset multiplot
