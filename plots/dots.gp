# SPDX-License-Identifier: MIT
# A dot with its interval over the seeds for each arm, best on top by the mean of the panels; the
# line at 0 is what it is compared with, the grey band the margin of equivalence. A panel for each
# condition. An arm many times as far off as the others stands at the edge, as a number.
# Options: reading (steps, parameters).
# Of questions that train models.
load plots."/shared/rows.gp"
# A value that would leave no room for the others is written at the edge.
told(x) = sprintf(abs(x) < 10 ? '%.2f%s' : '%.1f%s', x, far_unit)
far = "csv using (own(~, of(~, 'far') < 0 ? x_low[p] : NaN)):(column('y')):('◂ '.told(column('x'))) \
  with labels left offset 0.5, 0 font small, \
  csv using (own(~, of(~, 'far') > 0 ? x_high[p] : NaN)):(column('y')):(told(column('x')).' ▸') \
  with labels right offset -0.5, 0 font small"
pieces = pieces." far"
load plots."/shared/panels.gp"
