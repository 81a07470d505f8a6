# `gnuplot figures/mlp-qkv-tasks-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-tasks-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-tasks-curves.csv'
out = './figures/mlp-qkv-tasks-curves.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'bAbI 14'
panel_at[2] = 2
panel_label[2] = 'bAbI 5'
panel_at[3] = 3
panel_label[3] = 'TREC'
panel_at[4] = 4
panel_label[4] = 'SST-2'
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, FFN wider by as much'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V, without activation, without LayerNorm'
series_style[4] = -3
series_label[4] = 'MLP for Q, K, V, without activation, LayerNorm before the activation'
series_style[5] = 1
series_label[5] = 'MLP for Q, K, V, ReLU, without LayerNorm'
series_style[6] = -4
series_label[6] = 'MLP for Q, K, V, ReLU, LayerNorm before the activation'
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
across = 2
points = 240
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 169.2
legend_x[3] = 438.8
legend_x[4] = 58
legend_x[5] = 615.6
legend_x[6] = 58
array legend_y[7]
legend_y[1] = 66
legend_y[2] = 66
legend_y[3] = 66
legend_y[4] = 84
legend_y[5] = 84
legend_y[6] = 102
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Accuracy on the validation split, of each arm at the learning rate that was chosen for it. Each panel'."\n".'has a scale of its own'
x_label = 'optimiser steps'
y_label = 'validation accuracy'
y_label_beside = 'validation accuracy'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 69; x_high[1] = 1581; y_low[1] = 0.1892; y_high[1] = 0.9508
x_low[2] = 69; x_high[2] = 1581; y_low[2] = 0.3088; y_high[2] = 0.8912
x_low[3] = 18.4; x_high[3] = 421.6; y_low[3] = 0.396550458716; y_high[3] = 0.906201834862
x_low[4] = 13.8; x_high[4] = 316.2; y_low[4] = 0.472660550459; y_high[4] = 0.811743119266
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 61
panel_first[3] = 121
panel_first[4] = 181
array panel_last[5]
panel_last[1] = 60
panel_last[2] = 120
panel_last[3] = 180
panel_last[4] = 240
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6'
width = 962
height = 838
plot_width = 380
plot_height = 270
y_label_gap = 87
array panel_x[5]
panel_x[1] = 108
panel_x[2] = 558
panel_x[3] = 108
panel_x[4] = 558
array panel_y[5]
panel_y[1] = 150
panel_y[2] = 150
panel_y[3] = 492
panel_y[4] = 492
log_axes = ''
load plots.'/curves.gp'
