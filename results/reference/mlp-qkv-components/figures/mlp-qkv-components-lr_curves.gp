# `gnuplot figures/mlp-qkv-components-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-components-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-components-lr_curves.csv'
out = './figures/mlp-qkv-components-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'ReLU on linear projections, no hidden layer'
series_style[3] = -2
series_label[3] = 'linear, FFN wider by as much as depth 2 adds'
series_style[4] = -3
series_label[4] = 'linear, FFN wider by as much as depth 3 adds'
series_style[5] = -4
series_label[5] = 'MLP, 2 linear maps, without activation, without LayerNorm'
series_style[6] = -5
series_label[6] = 'MLP, 2 linear maps, without activation, LayerNorm before the activation'
series_style[7] = 1
series_label[7] = 'MLP, 2 linear maps, ReLU, without LayerNorm'
series_style[8] = -6
series_label[8] = 'MLP, 2 linear maps, ReLU, LayerNorm before the activation'
series_style[9] = -7
series_label[9] = 'MLP, 3 linear maps, without activation, without LayerNorm'
series_style[10] = -8
series_label[10] = 'MLP, 3 linear maps, without activation, LayerNorm before the activation'
series_style[11] = -9
series_label[11] = 'MLP, 3 linear maps, ReLU, without LayerNorm'
series_style[12] = -10
series_label[12] = 'MLP, 3 linear maps, ReLU, LayerNorm before the activation'
columns = 6
array column_label[7]
array column_at[7]
column_at[1] = 0.001
column_label[1] = '0.001'
column_at[2] = 0.002
column_label[2] = '0.002'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.008
column_label[4] = '0.008'
column_at[5] = 0.016
column_label[5] = '0.016'
column_at[6] = 0.032
column_label[6] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 84
array legend_x[13]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
legend_x[8] = 0
legend_x[9] = 0
legend_x[10] = 0
legend_x[11] = 0
legend_x[12] = 0
array legend_y[13]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
legend_y[8] = 0
legend_y[9] = 0
legend_y[10] = 0
legend_y[11] = 0
legend_y[12] = 0
ends = 12
array end_series[13]
end_series[1] = 9
end_series[2] = 5
end_series[3] = 10
end_series[4] = 6
end_series[5] = 7
end_series[6] = 11
end_series[7] = 8
end_series[8] = 12
end_series[9] = 2
end_series[10] = 1
end_series[11] = 4
end_series[12] = 3
array end_x[13]
end_x[1] = 543.357142857
end_x[2] = 543.357142857
end_x[3] = 543.357142857
end_x[4] = 543.357142857
end_x[5] = 543.357142857
end_x[6] = 543.357142857
end_x[7] = 543.357142857
end_x[8] = 543.357142857
end_x[9] = 543.357142857
end_x[10] = 543.357142857
end_x[11] = 543.357142857
end_x[12] = 543.357142857
array end_y[13]
end_y[1] = 68.3571428571
end_y[2] = 132.814621316
end_y[3] = 231.636986614
end_y[4] = 242.580478608
end_y[5] = 264.274705058
end_y[6] = 265.718357316
end_y[7] = 276.019200758
end_y[8] = 279.701583951
end_y[9] = 327.825948061
end_y[10] = 380.476425524
end_y[11] = 394.624106939
end_y[12] = 396.882319405
array end_label_x[13]
end_label_x[1] = 602
end_label_x[2] = 602
end_label_x[3] = 602
end_label_x[4] = 602
end_label_x[5] = 602
end_label_x[6] = 602
end_label_x[7] = 602
end_label_x[8] = 602
end_label_x[9] = 602
end_label_x[10] = 602
end_label_x[11] = 602
end_label_x[12] = 602
array end_label_y[13]
end_label_y[1] = 68.3571428571
end_label_y[2] = 132.814621316
end_label_y[3] = 222.488552051
end_label_y[4] = 237.488552051
end_label_y[5] = 252.488552051
end_label_y[6] = 267.488552051
end_label_y[7] = 282.488552051
end_label_y[8] = 297.488552051
end_label_y[9] = 327.825948061
end_label_y[10] = 375.660950623
end_label_y[11] = 390.660950623
end_label_y[12] = 405.660950623
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.000812252396356; x_high[1] = 0.039396621227; y_low[1] = 1.78619229566; y_high[1] = 3.41177238004
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 84
point_series = '1 1 1 1 1 1 1 2 2 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6 7 7 7 7 7 7 7 8 8 8 8 8 8 8 9 9 9 9 9 9 9 10 10 10 10 10 10 10 11 11 11 11 11 11 11 12 12 12 12 12 12 12'
width = 1150
height = 504
plot_width = 460
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/lr_curves.gp'
