# `gnuplot figures/neural-attention-memory-memory.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-memory-memory.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-memory-memory.csv'
out = './figures/neural-attention-memory-memory.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward pass'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'
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
across = 2
points = 114
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 205.2
legend_x[3] = 489.2
legend_x[4] = 658
legend_x[5] = 58
legend_x[6] = 363.6
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
title_text = 'Working memory of the kernel, and peak memory of its process. Panels have one scale where they show the same'
x_label = 'sequence length n (tokens)'
y_label = 'working memory of the kernel'
y_label_beside = 'peak resident memory of the process'
x_unit = ''
y_unit = 'bytes'
y_asinh = 0
pairs = 1
legend = 1
x_low[1] = 108.383399982; x_high[1] = 2418.67297061; y_low[1] = 59863.5904294; y_high[1] = 1410258953.02
x_low[2] = 108.383399982; x_high[2] = 2418.67297061; y_low[2] = 14368581.0709; y_high[2] = 1089865798.77
x_low[3] = 108.383399982; x_high[3] = 2418.67297061; y_low[3] = 59863.5904294; y_high[3] = 1410258953.02
x_low[4] = 108.383399982; x_high[4] = 2418.67297061; y_low[4] = 14368581.0709; y_high[4] = 1089865798.77
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 31
panel_first[3] = 61
panel_first[4] = 88
array panel_last[5]
panel_last[1] = 30
panel_last[2] = 60
panel_last[3] = 87
panel_last[4] = 114
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 1 1 1 1 1 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 5 6 6 6 6 1 1 1 1 1 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 5 6 6 6 6'
width = 1014
height = 802
plot_width = 380
plot_height = 270
y_label_gap = 87
array panel_x[5]
panel_x[1] = 108
panel_x[2] = 610
panel_x[3] = 108
panel_x[4] = 610
array panel_y[5]
panel_y[1] = 114
panel_y[2] = 114
panel_y[3] = 456
panel_y[4] = 456
log_axes = 'xy'
load plots.'/memory.gp'
