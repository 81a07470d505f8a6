# `gnuplot figures/mlp-qkv-stability-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-stability-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-stability-lr_curves.csv'
out = './figures/mlp-qkv-stability-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'no gradient clipping'
panel_at[2] = 2
panel_label[2] = 'gradient clip 1'
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, Q and K normalised'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V'
series_style[4] = -3
series_label[4] = 'MLP with LayerNorm'
series_style[5] = -4
series_label[5] = 'MLP without its activation'
series_style[6] = 1
series_label[6] = 'bottleneck for Q'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.001
column_label[1] = '0.001'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.016
column_label[3] = '0.016'
column_at[4] = 0.064
column_label[4] = '0.064'
column_at[5] = 0.256
column_label[5] = '0.256'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 80
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 169.2
legend_x[3] = 424.4
legend_x[4] = 600.4
legend_x[5] = 58
legend_x[6] = 313.2
array legend_y[7]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 66
legend_y[6] = 66
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
x_low[1] = 0.000716977624008; x_high[1] = 0.357054378586; y_low[1] = 2.12649274347; y_high[1] = 3.43564716962
x_low[2] = 0.000716977624008; x_high[2] = 0.357054378586; y_low[2] = 2.12649274347; y_high[2] = 3.43564716962
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 41
array panel_last[3]
panel_last[1] = 40
panel_last[2] = 80
point_series = '1 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 1 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6'
width = 962
height = 460
plot_width = 380
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 558
array panel_y[3]
panel_y[1] = 114
panel_y[2] = 114
log_axes = 'x'
load plots.'/lr_curves.gp'
