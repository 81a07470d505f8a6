# SPDX-License-Identifier: MIT
# Time ratio to the baseline: a dot with its interval for each cell, in legend order from the top,
# a panel for each shape; the line at 1 is the baseline, the grey band the margin of equivalence.
# At most six shapes, three when there are columns for passes: evenly spread, first and last among
# them. A ratio is to the baseline of the same pass.
# Of questions that time layers.
load plots."/shared/rows.gp"
load plots."/shared/panels.gp"
