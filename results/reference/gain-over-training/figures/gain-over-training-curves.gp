# `gnuplot figures/gain-over-training-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-curves.csv'
out = './figures/gain-over-training-curves.'.format
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
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, Q and K normalised'
series_style[3] = 1
series_label[3] = 'bottleneck for Q'
series_style[4] = -2
series_label[4] = 'MLP for Q, K, V'
series_style[5] = -3
series_label[5] = 'linear, FFN wider by as much as the MLPs'
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
points = 130
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 169.2
legend_x[3] = 424.4
legend_x[4] = 607.6
legend_x[5] = 783.6
array legend_y[6]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 48
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Loss on the validation split, of each arm at the learning rate that was chosen for it. Each panel has a scale of its own'
x_label = 'optimiser steps'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 94; x_high[1] = 206; y_low[1] = 2.38354417393; y_high[1] = 2.64724347729
x_low[2] = 70; x_high[2] = 630; y_low[2] = 1.96416326905; y_high[2] = 2.64466851032
x_low[3] = -2; x_high[3] = 1902; y_low[3] = 1.56868773072; y_high[3] = 2.71430051439
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 11
panel_first[3] = 41
array panel_last[4]
panel_last[1] = 10
panel_last[2] = 40
panel_last[3] = 130
point_series = '1 1 2 2 3 3 4 4 5 5 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5'
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
load plots.'/curves.gp'
