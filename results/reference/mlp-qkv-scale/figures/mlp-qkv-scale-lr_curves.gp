# `gnuplot figures/mlp-qkv-scale-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-lr_curves.csv'
out = './figures/mlp-qkv-scale-lr_curves.'.format
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
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
column_at[5] = 0.032
column_label[5] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 162
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
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.93575527532; y_high[1] = 3.22538788582
x_low[2] = 0.00169349062473; x_high[2] = 0.0377917651657; y_low[2] = 1.93575527532; y_high[2] = 3.22538788582
x_low[3] = 0.00169349062473; x_high[3] = 0.0377917651657; y_low[3] = 1.93575527532; y_high[3] = 3.22538788582
x_low[4] = 0.00169349062473; x_high[4] = 0.0377917651657; y_low[4] = 1.93575527532; y_high[4] = 3.22538788582
x_low[5] = 0.00169349062473; x_high[5] = 0.0377917651657; y_low[5] = 1.93575527532; y_high[5] = 3.22538788582
x_low[6] = 0.00169349062473; x_high[6] = 0.0377917651657; y_low[6] = 1.93575527532; y_high[6] = 3.22538788582
x_low[7] = 0.00169349062473; x_high[7] = 0.0377917651657; y_low[7] = 1.93575527532; y_high[7] = 3.22538788582
x_low[8] = 0.00169349062473; x_high[8] = 0.0377917651657; y_low[8] = 1.93575527532; y_high[8] = 3.22538788582
x_low[9] = 0.00169349062473; x_high[9] = 0.0377917651657; y_low[9] = 1.93575527532; y_high[9] = 3.22538788582
every = 1
array panel_first[10]
panel_first[1] = 1
panel_first[2] = 19
panel_first[3] = 37
panel_first[4] = 55
panel_first[5] = 73
panel_first[6] = 91
panel_first[7] = 109
panel_first[8] = 127
panel_first[9] = 145
array panel_last[10]
panel_last[1] = 18
panel_last[2] = 36
panel_last[3] = 54
panel_last[4] = 72
panel_last[5] = 90
panel_last[6] = 108
panel_last[7] = 126
panel_last[8] = 144
panel_last[9] = 162
point_series = '1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3'
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
log_axes = 'x'
load plots.'/lr_curves.gp'
