# `gnuplot figures/overhead-mlp-training-scaling-n-512.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-training-scaling-n-512.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-training-scaling-n-512.csv'
out = './figures/overhead-mlp-training-scaling-n-512.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear Q K V O'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V (RoBERTa code)'
series_style[3] = 2
series_label[3] = 'the same with LayerNorm'
series_style[4] = 3
series_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code)'
series_style[5] = 4
series_label[5] = 'bottleneck for Q, equal parameters'
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 1
column_label[1] = '1'
column_at[2] = 4
column_label[2] = '4'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 10
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 226.8
legend_x[3] = 510.8
legend_x[4] = 58
legend_x[5] = 442.8
array legend_y[6]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 66
legend_y[5] = 66
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of the forward and backward pass. Here: length 512'
x_label = 'batch (sequences)'
y_label = 'time of the forward and backward pass'
y_label_beside = 'time of the forward and backward pass'
x_unit = ''
y_unit = 'seconds'
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.920187650625; x_high[1] = 4.3469394501; y_low[1] = 0.0184238610095; y_high[1] = 0.626632039571
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 10
point_series = '1 1 2 2 3 3 4 4 5 5'
width = 732
height = 552
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 96
log_axes = 'xy'
load plots.'/scaling.gp'
