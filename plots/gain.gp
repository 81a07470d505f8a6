# SPDX-License-Identifier: MIT
# Gain over the baseline against an axis (width d', size, layers), with its interval over the seeds;
# the grey band is the margin of equivalence; conditions that differ in more than the axis have a
# panel each. Options: x (axis; needed), reading. Values stand evenly spaced in their order.
# Of questions that train models.
dash_at_once = 1
do for [p = 1:panels] { x_low[p] = 0.5; x_high[p] = columns + 0.5 }
place(i) = of(i, '') + (series > 1 ? 0.3 * ((i - 1.0) / (series - 1) - 0.5) : 0)
side_by_side = "for [i = 1:series] csv using (place(i)):(column('y')):(column('y_low')):(column('y_high')) \
  with yerrorbars linecolor rgb colour(series_at[i]) pointtype point(series_at[i]) linewidth 1.8"
pieces = "side_by_side"
load plots."/shared/panels.gp"
