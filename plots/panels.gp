# SPDX-License-Identifier: MIT
# Panels one above the other, one for each pass of the figure, and one legend at the right of all.
# Set before: panel_height (pixels between the axes), legend_plot (a plot of nothing that has the
# legend's entries; its ranges are undone by the kind). Then
#   eval canvas
#   eval begin_panels
#   do for [pass = 1:passes] { eval open_panel; plot ... }
#   unset multiplot
head = passes > 1 ? 36 : 16 # room above a panel, for its title
foot = 34                   # room below, for its tics
height = 40.0 + passes * (panel_height + head + foot)
begin_panels = "set lmargin at screen 95.0 / width; eval legend_right; set multiplot; \
  set tmargin at screen 1 - 16.0 / height; set bmargin at screen 10.0 / height; \
  unset border; unset tics; unset grid; eval legend_plot; \
  unset key; set border 3; set tics nomirror; set grid"
open_panel = "set tmargin at screen 1 - ((pass - 1) * (panel_height + head + foot) + head) / height; \
  set bmargin at screen 1 - (pass * (panel_height + head + foot) - foot) / height; \
  if (passes > 1) { set title pass_title(pass) offset 0, -0.5 }"
