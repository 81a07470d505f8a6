# SPDX-License-Identifier: MIT
# A point with its interval over the seeds for each arm and value; the line at 0 is what it is
# compared with, the grey band the margin of equivalence. Conditions that differ in more than the
# axis (width d', size, layers) have a panel each; values stand evenly spaced in their order.
# Options: x (axis, needed), reading (steps, parameters).
# Of questions that train models.
do for [p = 1:panels] { x_low[p] = 0.5; x_high[p] = columns + 0.5 }
place(i) = of(i, '') + (series > 1 ? 0.3 * ((i - 1.0) / (series - 1) - 0.5) : 0)
side_bars = "csv using (own(~, place(~))):(column('y')):(column('y_low')):(column('y_high')) \
  with yerrorbars pointtype -1 linecolor rgb colour(series_style[~]) linewidth 1.8"
side_dots = "csv using (own(~, place(~))):(column('y')):(sprintf('%d', column(0) + 1)) with labels hypertext point \
  linecolor rgb colour(series_style[~]) pointtype symbol(series_style[~]) pointsize 0.9"
pieces = "side_bars side_dots"
load plots."/shared/panels.gp"
