# `gnuplot figures/mlp-qkv-scale-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-curves.csv'
out = './figures/mlp-qkv-scale-curves.'.format
plots = '../../../plots'
panels = 9
array panel_label[10]
array panel_at[10]
panel_at[1] = 1
panel_label[1] = 'width 32, 1000 training records'
panel_at[2] = 2
panel_label[2] = 'width 32, 6000 training records'
panel_at[3] = 3
panel_label[3] = 'width 32, 36000 training records'
panel_at[4] = 4
panel_label[4] = 'width 64, 1000 training records'
panel_at[5] = 5
panel_label[5] = 'width 64, 6000 training records'
panel_at[6] = 6
panel_label[6] = 'width 64, 36000 training records'
panel_at[7] = 7
panel_label[7] = 'width 128, 1000 training records'
panel_at[8] = 8
panel_label[8] = 'width 128, 6000 training records'
panel_at[9] = 9
panel_label[9] = 'width 128, 36000 training records'
series = 3
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, FFN wider by as much'
series_style[3] = 1
series_label[3] = 'MLP for Q, K, V'
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
points = 270
array legend_x[4]
legend_x[1] = 58
legend_x[2] = 169.2
legend_x[3] = 438.8
array legend_y[4]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
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
x_low[1] = 18.4; x_high[1] = 421.6; y_low[1] = 2.53353489751; y_high[1] = 2.92902421499
x_low[2] = 18.4; x_high[2] = 421.6; y_low[2] = 2.45713096569; y_high[2] = 3.18871157748
x_low[3] = 18.4; x_high[3] = 421.6; y_low[3] = 2.18934038279; y_high[3] = 3.02865456856
x_low[4] = 18.4; x_high[4] = 421.6; y_low[4] = 2.44203608548; y_high[4] = 2.84268031622
x_low[5] = 18.4; x_high[5] = 421.6; y_low[5] = 2.37251087109; y_high[5] = 2.85579334385
x_low[6] = 18.4; x_high[6] = 421.6; y_low[6] = 2.07325879237; y_high[6] = 2.77065984494
x_low[7] = 18.4; x_high[7] = 421.6; y_low[7] = 2.41415433483; y_high[7] = 2.82423484474
x_low[8] = 18.4; x_high[8] = 421.6; y_low[8] = 2.33105313784; y_high[8] = 2.82410012248
x_low[9] = 18.4; x_high[9] = 421.6; y_low[9] = 1.9945115126; y_high[9] = 2.7588004348
every = 1
array panel_first[10]
panel_first[1] = 1
panel_first[2] = 31
panel_first[3] = 61
panel_first[4] = 91
panel_first[5] = 121
panel_first[6] = 151
panel_first[7] = 181
panel_first[8] = 211
panel_first[9] = 241
array panel_last[10]
panel_last[1] = 30
panel_last[2] = 60
panel_last[3] = 90
panel_last[4] = 120
panel_last[5] = 150
panel_last[6] = 180
panel_last[7] = 210
panel_last[8] = 240
panel_last[9] = 270
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3'
width = 1148
height = 1126
plot_width = 292
plot_height = 270
y_label_gap = 87
array panel_x[10]
panel_x[1] = 108
panel_x[2] = 470
panel_x[3] = 832
panel_x[4] = 108
panel_x[5] = 470
panel_x[6] = 832
panel_x[7] = 108
panel_x[8] = 470
panel_x[9] = 832
array panel_y[10]
panel_y[1] = 96
panel_y[2] = 96
panel_y[3] = 96
panel_y[4] = 438
panel_y[5] = 438
panel_y[6] = 438
panel_y[7] = 780
panel_y[8] = 780
panel_y[9] = 780
log_axes = ''
load plots.'/curves.gp'
