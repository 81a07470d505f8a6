# `gnuplot figures/mlp-qkv-tasks-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-tasks-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-tasks-dots.csv'
out = './figures/mlp-qkv-tasks-dots.'.format
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
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, FFN wider by as much'
series_style[2] = -2
series_label[2] = 'MLP for Q, K, V, without activation, without LayerNorm'
series_style[3] = -3
series_label[3] = 'MLP for Q, K, V, without activation, LayerNorm before the activation'
series_style[4] = 1
series_label[4] = 'MLP for Q, K, V, ReLU, without LayerNorm'
series_style[5] = -4
series_label[5] = 'MLP for Q, K, V, ReLU, LayerNorm before the activation'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V, without activation, without LayerNorm'
row_at[3] = 3
row_label[3] = 'MLP for Q, K, V, ReLU, without LayerNorm'
row_at[4] = 4
row_label[4] = 'MLP for Q, K, V, without activation, LayerNorm before the activation'
row_at[5] = 5
row_label[5] = 'MLP for Q, K, V, ReLU, LayerNorm before the activation'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 20
zero = 0
band_low = -0.01
band_high = 0.01
far_unit = ''
array legend_x[6]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
array legend_y[6]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in accuracy at equal steps and data, against linear'
x_label = 'change in accuracy, better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
row_label[4] = 'MLP for Q, K, V, without activation,'."\n".'LayerNorm before the activation'
x_low[1] = -0.316731389691; x_high[1] = 0.182254551208; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = -0.316731389691; x_high[2] = 0.182254551208; y_low[2] = 0.76; y_high[2] = 5.24
x_low[3] = -0.316731389691; x_high[3] = 0.182254551208; y_low[3] = 0.76; y_high[3] = 5.24
x_low[4] = -0.316731389691; x_high[4] = 0.182254551208; y_low[4] = 0.76; y_high[4] = 5.24
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 6
panel_first[3] = 11
panel_first[4] = 16
array panel_last[5]
panel_last[1] = 5
panel_last[2] = 10
panel_last[3] = 15
panel_last[4] = 20
point_series = '1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5'
width = 1150
height = 766
plot_width = 311
plot_height = 276
y_label_gap = 456.60000000000002
array panel_x[5]
panel_x[1] = 477.6
panel_x[2] = 814.6
panel_x[3] = 477.6
panel_x[4] = 814.6
array panel_y[5]
panel_y[1] = 66
panel_y[2] = 66
panel_y[3] = 414
panel_y[4] = 414
log_axes = ''
load plots.'/dots.gp'
