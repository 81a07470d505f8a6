# SPDX-License-Identifier: MIT
# A dot with its interval over the seeds for each arm, best on top by the mean of the panels; the
# line at 0 is what it is compared with, the grey band the margin of equivalence. A panel for each
# condition. Options: reading (steps, parameters, flop or time; default steps).
# Of questions that train models.
load plots."/shared/rows.gp"
load plots."/shared/panels.gp"
