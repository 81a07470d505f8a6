# SPDX-License-Identifier: MIT
# Draws the main figure: one row per variant, and one panel per task that passed its validity checks. Panels
# show changes with intervals, each on its own scale. The right column shows the time of a training step.
csv = ARG1; out = ARG2
folder = strlen(ARG0)
while (folder > 0 && ARG0[folder:folder] ne "/") { folder = folder - 1 }
load ARG0[1:folder]."style.gp"
no_change = 0; array time[999]; array limit[999]
do for [i = 1:arms] { time[i] = 0 }
stats csv using (strcol("mark") eq "time" ? (time[row(strcol("arm"))] = column("value"), 0) : 0) nooutput
timed = panel[panels] eq "step time"; panels = panels - timed; controls = 0
do for [p = 1:panels] {
  stats csv using (result(p) && strcol("mark") eq "" ? abs(column("value")) : NaN) nooutput name "usual"
  limit[p] = most = exists("usual_median") && usual_median > 0 ? 4 * usual_median : 1
  stats csv using (near(p) && strcol("mark") eq "control" ? (controls = 1, 0) : 0) nooutput
}
eval rows_of; columns = panels; right = timed ? 116 : 26; eval verdicts_of; eval begin; eval verdicts
low_margin = high_margin = 0
do for [p = 1:panels] {
  set xrange [*:*]; set yrange [*:*]; most = limit[p]
  stats csv using (result(p) ? cut(bound("low")) : NaN):(result(p) ? cut(bound("high")) : NaN) nooutput name "scale"
  low = less(0, scale_min_x); high = more(0, scale_max_y)
  eval row_range; eval row_axes; eval open_panel; eval row_names
  if (timed && p == panels) {
    set label 300 "Step time\n(softmax = 1)" at screen 1 - 58.0 / width, graph 1 offset 0, 2.1 center font ",12"
    do for [i = 1:arms] { if (time[i] > 0) { set label 300 + i sprintf("%.2f×", time[i]) at screen 1 - 58.0 / width, first i center } }
  }
  plot @row_points
}
unset multiplot
