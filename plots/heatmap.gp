# SPDX-License-Identifier: MIT
# Gain over the baseline for each combination of two factors, with its interval over the seeds; a
# panel for each condition. Options: x, y (axes), x_order, y_order, reading.
# Of questions that train models.
cell_width = 172
cell_height = 74
# Orange where it is worse, white at the baseline, blue where it is better; the numbers say it too.
colours = "set palette defined (0 '#F7B58A', 1 '#FFFFFF', 2 '#8FC3E8')"
cell_text(v) = sprintf(cell_format, v)
upper_numbers = "csv using (marked('')):(column('y')):(cell_text(column('value'))) with labels offset 0, 0.6"
pieces = "boxes upper_numbers intervals"
load plots."/shared/heat.gp"
