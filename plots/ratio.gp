# SPDX-License-Identifier: MIT
# A dot with its interval for each arm, the fastest on top by the mean of the panels; the line at 1
# is the baseline of the same pass, the grey band the margin of equivalence. A panel for each shape;
# with several passes at most three shapes, evenly spread, first and last among them.
# Of questions that time layers.
load plots."/shared/rows.gp"
load plots."/shared/panels.gp"
