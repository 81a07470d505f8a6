# SPDX-License-Identifier: MIT
# The number stands in each cell, below it its interval over the seeds; all panels have one scale of
# colours. The change for each combination of two factors, a panel for each condition.
# Options: x (axis, needed), y (axis, needed), x_order (values), y_order (values), reading (steps,
# parameters).
# Of questions that train models.
# Orange where it is worse, white where nothing changes, blue where it is better; the numbers say it
# too.
colours = "set palette defined (0 '#F7B58A', 1 '#FFFFFF', 2 '#8FC3E8')"
load plots."/shared/heat.gp"
