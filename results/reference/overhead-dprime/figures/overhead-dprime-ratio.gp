# `gnuplot figures/overhead-dprime-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-dprime-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-dprime-ratio.csv'
out = './figures/overhead-dprime-ratio.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'dot product, score matrix kept'
series_style[2] = 3
series_label[2] = 'neural'
series_style[3] = 4
series_label[3] = 'neural as published: n x n x 2d'."'".' arrays'
series_style[4] = -2
series_label[4] = 'neural with two hidden layers'
series_style[5] = 2
series_label[5] = 'two hidden layers as published'
series_style[6] = -3
series_label[6] = 'additive (Bahdanau)'
series_style[7] = 1
series_label[7] = 'GATv2'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 1
row_label[1] = 'GATv2, d'."'".' = 2'
row_at[2] = 2
row_label[2] = 'neural, d'."'".' = 2'
row_at[3] = 3
row_label[3] = 'neural, d'."'".' = 8'
row_at[4] = 4
row_label[4] = 'GATv2, d'."'".' = 8'
row_at[5] = 5
row_label[5] = 'GATv2, d'."'".' = 32'
row_at[6] = 6
row_label[6] = 'additive (Bahdanau), d'."'".' = 2'
row_at[7] = 7
row_label[7] = 'neural with two hidden layers, d'."'".' = 2'
row_at[8] = 8
row_label[8] = 'neural, d'."'".' = 32'
row_at[9] = 9
row_label[9] = 'additive (Bahdanau), d'."'".' = 8'
row_at[10] = 10
row_label[10] = 'neural with two hidden layers, d'."'".' = 8'
row_at[11] = 11
row_label[11] = 'dot product, score matrix kept'
row_at[12] = 12
row_label[12] = 'additive (Bahdanau), d'."'".' = 32'
row_at[13] = 13
row_label[13] = 'neural with two hidden layers, d'."'".' = 32'
row_at[14] = 14
row_label[14] = 'neural as published: n x n x 2d'."'".' arrays, d'."'".' = 2'
row_at[15] = 15
row_label[15] = 'two hidden layers as published, d'."'".' = 2'
row_at[16] = 16
row_label[16] = 'neural as published: n x n x 2d'."'".' arrays, d'."'".' = 8'
row_at[17] = 17
row_label[17] = 'two hidden layers as published, d'."'".' = 8'
row_at[18] = 18
row_label[18] = 'neural as published: n x n x 2d'."'".' arrays, d'."'".' = 32'
row_at[19] = 19
row_label[19] = 'two hidden layers as published, d'."'".' = 32'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 38
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[8]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
array legend_y[8]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of a pass over that of dot product; less is better'
x_label = 'time / time of dot product'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.602145498236; x_high[1] = 44.0355516353; y_low[1] = -0.08; y_high[1] = 20.08
x_low[2] = 0.602145498236; x_high[2] = 44.0355516353; y_low[2] = -0.08; y_high[2] = 20.08
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 20
array panel_last[3]
panel_last[1] = 19
panel_last[2] = 38
point_series = '1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7'
width = 1150
height = 652
plot_width = 336
plot_height = 510
y_label_gap = 406.20000000000005
array panel_x[3]
panel_x[1] = 427.2
panel_x[2] = 789.2
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = 'x'
load plots.'/ratio.gp'
