# SPDX-License-Identifier: MIT
# The broken line is the ideal: twice as fast with twice the threads; the dotted one is what a large
# matrix product of OpenBLAS gained in the same run. Speed-up against threads: each arm's time with
# the fewest threads over its time with more. Options: x (axis, threads).
# Of questions that time layers.
pieces = "ideal sgemm line dots"
sgemm = "csv using (marked('sgemm')):(column('y')) with lines linecolor rgb axis_ink linewidth 1.5 dashtype 3, \
  csv using (marked('sgemm')):(column('y')):(strcol('name')) with labels right offset 2.6, -1.1 font small textcolor rgb axis_ink"
load plots."/shared/panels.gp"
