# SPDX-License-Identifier: MIT
# Draws time along an axis, on logarithmic scales.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
eval grid_of; eval begin; eval series; eval log_y; eval log_x; eval name_x
y_format = "%.0s %cs"
do for [p = 1:panels] { eval open_panel; plot @arm_lines, @arm_points }
unset multiplot
