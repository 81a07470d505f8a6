# SPDX-License-Identifier: MIT
# Gain over the baseline: a dot with its interval over the seeds for each contender, a panel for each
# condition; the line at 0 is the baseline, the grey band the margin of equivalence. Options: reading
# (steps, parameters, flop or time; default steps).
# Of questions that train models.
load plots."/shared/rows.gp"
load plots."/shared/panels.gp"
