# SPDX-License-Identifier: MIT
# Every arm of every question: gain over its baseline against the ratio of training time per token,
# each with its interval over the seeds. Gains are in percent of the baseline's metric, on a scale
# that is linear up to 1 % and logarithmic beyond. Named are, of the arms that are better
# than their baseline or as good in less time, those that no other of the same question and condition
# beats in both estimates.
line_height = 20.0
# The names of the numbered points are a list below the plot.
bottom = notes ? line_height * (notes + 1) : 10.0
panel_width = 720
panel_height = 600
legend_with = "points"
# Verdicts in their own order and colours: what is unresolved stays in the background.
palette = "#999999 #0072B2 #D55E00 #009E73 #000000"
points = "6 5 9 7 3"
settings = "set nonlinear y via asinh(y) inverse sinh(y); \
  set ytics nomirror (-100, -50, -20, -10, -5, -2, -1, -0.5, 0, 0.5, 1, 2, 5, 10, 20, 50, 100); \
  set arrow from x_low[1], 0 to x_high[1], 0 nohead linecolor rgb '#555555' linewidth 0.8 back; \
  set arrow from 1, y_low[1] to 1, y_high[1] nohead linecolor rgb '#555555' linewidth 0.8 back; \
  do for [k = 1:notes] { \
    set label 500 + k sprintf('%d  %s', k, note_label[k]) at screen 12.0 / width, \
      screen (line_height * (notes - k) + 14) / height left font ',12' }"
worth(i) = column("panel") == p && column("series") == i && strcol("mark") ne "baseline" ? column("x") : NaN
faint(i) = series_at[i] == 0
crosses = "for [i = 1:series] csv using (worth(i)):(column('y')):(column('x_low')):(column('x_high')):\
  (column('y_low')):(column('y_high')) with xyerrorbars linecolor rgb colour(series_at[i]) \
  linewidth (faint(i) ? 0.5 : 1) pointtype point(series_at[i]) pointsize (faint(i) ? 0.7 : 1)"
numbers = "csv using (is('numbered') ? column('x') : NaN):(column('y')):(sprintf('%d', column('value'))) \
  with labels left offset 0.6, 0.8 font ',12'"
pieces = "crosses baseline numbers"
load plots."/shared/panels.gp"
