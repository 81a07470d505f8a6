# `gnuplot figures/neural-attention-memory-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-memory-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-memory-scaling.csv'
out = './figures/neural-attention-memory-scaling.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = 1
series_label[2] = 'dot product, score matrix kept'
series_style[3] = 2
series_label[3] = 'neural, d'."'".' = 2'
series_style[4] = 3
series_label[4] = 'neural as published, d'."'".' = 2'
series_style[5] = 4
series_label[5] = 'neural, one hidden layer, d'."'".' = 16'
series_style[6] = 5
series_label[6] = 'neural, n x n x 2d'."'".' arrays kept, d'."'".' = 16'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 128
column_label[1] = '128'
column_at[2] = 256
column_label[2] = '256'
column_at[3] = 512
column_label[3] = '512'
column_at[4] = 1024
column_label[4] = '1024'
column_at[5] = 2048
column_label[5] = '2048'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 57
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 205.2
legend_x[3] = 489.2
legend_x[4] = 58
legend_x[5] = 320.4
legend_x[6] = 58
array legend_y[7]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 66
legend_y[5] = 66
legend_y[6] = 84
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of a pass'
x_label = 'sequence length n (tokens)'
y_label = 'time of a pass'
y_label_beside = 'time of a pass'
x_unit = ''
y_unit = 'seconds'
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 108.383399982; x_high[1] = 2418.67297061; y_low[1] = 0.000936024958858; y_high[1] = 1.82265545306
x_low[2] = 108.383399982; x_high[2] = 2418.67297061; y_low[2] = 0.000936024958858; y_high[2] = 1.82265545306
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 31
array panel_last[3]
panel_last[1] = 30
panel_last[2] = 57
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 1 1 1 1 1 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 5 6 6 6 6'
width = 732
height = 820
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 108
array panel_y[3]
panel_y[1] = 132
panel_y[2] = 474
log_axes = 'xy'
load plots.'/scaling.gp'
