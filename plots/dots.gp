# SPDX-License-Identifier: MIT
# Gain over the baseline: a dot with its interval over the seeds for each contender, a panel for each
# condition; the line at 0 is the baseline, the grey band the margin of equivalence. Options: reading
# (steps, parameters, flop or time; default steps).
load plots."/shared/rows.gp"
panel_width = panels == 1 ? 480 : 300
panel_height = 110 + 28 * rows
load plots."/shared/panels.gp"
