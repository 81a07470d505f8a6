# `gnuplot figures/neural-attention-memory-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-memory-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-memory-ratio.csv'
out = './figures/neural-attention-memory-ratio.'.format
plots = '../../../plots'
panels = 6
array panel_label[7]
array panel_at[7]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'length 128'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'length 128'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'length 512'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'length 512'
panel_at[5] = 5
panel_label[5] = 'forward pass'."\n".'length 2048'
panel_at[6] = 6
panel_label[6] = 'forward and backward pass'."\n".'length 2048'
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'dot product, score matrix kept'
series_style[2] = 2
series_label[2] = 'neural, d'."'".' = 2'
series_style[3] = 3
series_label[3] = 'neural as published, d'."'".' = 2'
series_style[4] = 4
series_label[4] = 'neural, one hidden layer, d'."'".' = 16'
series_style[5] = 5
series_label[5] = 'neural, n x n x 2d'."'".' arrays kept, d'."'".' = 16'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'neural, one hidden layer, d'."'".' = 16'
row_at[2] = 2
row_label[2] = 'neural, d'."'".' = 2'
row_at[3] = 3
row_label[3] = 'dot product, score matrix kept'
row_at[4] = 4
row_label[4] = 'neural as published, d'."'".' = 2'
row_at[5] = 5
row_label[5] = 'neural, n x n x 2d'."'".' arrays kept, d'."'".' = 16'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 27
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
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
title_text = 'Time of a pass over that of dot product; less is better'
x_label = 'time / time of dot product'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.657917615802; x_high[1] = 28.5396266662; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = 0.657917615802; x_high[2] = 28.5396266662; y_low[2] = 0.76; y_high[2] = 5.24
x_low[3] = 0.657917615802; x_high[3] = 28.5396266662; y_low[3] = 0.76; y_high[3] = 5.24
x_low[4] = 0.657917615802; x_high[4] = 28.5396266662; y_low[4] = 0.76; y_high[4] = 5.24
x_low[5] = 0.657917615802; x_high[5] = 28.5396266662; y_low[5] = 0.76; y_high[5] = 5.24
x_low[6] = 0.657917615802; x_high[6] = 28.5396266662; y_low[6] = 0.76; y_high[6] = 5.24
every = 1
array panel_first[7]
panel_first[1] = 1
panel_first[2] = 6
panel_first[3] = 11
panel_first[4] = 16
panel_first[5] = 21
panel_first[6] = 26
array panel_last[7]
panel_last[1] = 5
panel_last[2] = 10
panel_last[3] = 15
panel_last[4] = 20
panel_last[5] = 25
panel_last[6] = 27
point_series = '1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 2 4'
width = 1150
height = 778
plot_width = 370
plot_height = 146
y_label_gap = 339
array panel_x[7]
panel_x[1] = 360
panel_x[2] = 756
panel_x[3] = 360
panel_x[4] = 756
panel_x[5] = 360
panel_x[6] = 756
array panel_y[7]
panel_y[1] = 84
panel_y[2] = 84
panel_y[3] = 320
panel_y[4] = 320
panel_y[5] = 556
panel_y[6] = 556
log_axes = 'x'
load plots.'/ratio.gp'
