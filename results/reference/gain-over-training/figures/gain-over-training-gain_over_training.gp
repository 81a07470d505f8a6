# `gnuplot figures/gain-over-training-gain_over_training.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-gain_over_training.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-gain_over_training.csv'
out = './figures/gain-over-training-gain_over_training.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = '200 steps'
panel_at[2] = 2
panel_label[2] = '600 steps'
panel_at[3] = 3
panel_label[3] = '1800 steps'
series = 4
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, Q and K normalised'
series_style[2] = 1
series_label[2] = 'bottleneck for Q'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V'
series_style[4] = -3
series_label[4] = 'linear, FFN wider by as much as the MLPs'
columns = 0
array column_label[1]
array column_at[1]
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 104
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
array legend_x[5]
legend_x[1] = 58
legend_x[2] = 313.2
legend_x[3] = 496.4
legend_x[4] = 672.4
array legend_y[5]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at the same step, against linear. Each panel has a scale of its own'
x_label = 'optimiser steps'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 94; x_high[1] = 206; y_low[1] = -5.36455631275; y_high[1] = 2.75393794864
x_low[2] = 70; x_high[2] = 630; y_low[2] = -6.64400446591; y_high[2] = 3.40672935837
x_low[3] = -2; x_high[3] = 1902; y_low[3] = -5.25147679811; y_high[3] = 5.36103501105
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 9
panel_first[3] = 33
array panel_last[4]
panel_last[1] = 8
panel_last[2] = 32
panel_last[3] = 104
point_series = '1 1 2 2 3 3 4 4 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4'
width = 1148
height = 442
plot_width = 292
plot_height = 270
y_label_gap = 87
array panel_x[4]
panel_x[1] = 108
panel_x[2] = 470
panel_x[3] = 832
array panel_y[4]
panel_y[1] = 96
panel_y[2] = 96
panel_y[3] = 96
log_axes = ''
load plots.'/gain_over_training.gp'
