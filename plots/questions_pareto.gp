# SPDX-License-Identifier: MIT
# Those in colour have their intervals over the seeds.
others = "csv using (marked('other')):(column('y')):".'(sprintf("%d", column(0) + 1)) with labels hypertext point \
  linecolor rgb pale_ink pointtype 7 pointsize 0.4'
settings = "set nonlinear y via asinh(y) inverse sinh(y); \
  set ytics nomirror (-100, -50, -20, -10, -5, -2, -1, -0.5, 0, 0.5, 1, 2, 5, 10, 20, 50, 100); \
  set arrow from graph 0, first 0 to graph 1, first 0 nohead linecolor rgb axis_ink linewidth 0.8 back; \
  set arrow from 1, graph 0 to 1, graph 1 nohead linecolor rgb axis_ink linewidth 0.8 back"
pieces = "others cross dots baseline"
load plots."/shared/panels.gp"
