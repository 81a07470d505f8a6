# `gnuplot figures/overhead-seqlen-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-seqlen-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-seqlen-ratio.csv'
out = './figures/overhead-seqlen-ratio.'.format
plots = '../../../plots'
panels = 9
array panel_label[10]
array panel_at[10]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'length 128'
panel_at[2] = 2
panel_label[2] = 'backward pass'."\n".'length 128'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'."\n".'length 128'
panel_at[4] = 4
panel_label[4] = 'forward pass'."\n".'length 512'
panel_at[5] = 5
panel_label[5] = 'backward pass'."\n".'length 512'
panel_at[6] = 6
panel_label[6] = 'forward and backward pass'."\n".'length 512'
panel_at[7] = 7
panel_label[7] = 'forward pass'."\n".'length 2048'
panel_at[8] = 8
panel_label[8] = 'backward pass'."\n".'length 2048: not measured'
panel_at[9] = 9
panel_label[9] = 'forward and backward pass'."\n".'length 2048: not measured'
series = 18
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'dot product of RMS-normed q and k'
series_style[2] = -2
series_label[2] = 'neural, d'."'".' = 16'
series_style[3] = -3
series_label[3] = 'neural, d'."'".' = 2'
series_style[4] = -4
series_label[4] = 'neural with two hidden layers, d'."'".' = 2'
series_style[5] = 2
series_label[5] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
series_style[6] = -5
series_label[6] = 'additive (Bahdanau)'
series_style[7] = -6
series_label[7] = 'GAT'
series_style[8] = -7
series_label[8] = 'GATv2'
series_style[9] = 3
series_label[9] = 'static (same weights for every query)'
series_style[10] = -8
series_label[10] = 'bilinear'
series_style[11] = -9
series_label[11] = 'sigmoid instead of softmax'
series_style[12] = -10
series_label[12] = 'ReLU / m instead of softmax'
series_style[13] = -11
series_label[13] = 'MLP for q, k, v (RoBERTa form)'
series_style[14] = 4
series_label[14] = 'MLP with LayerNorm for q, k, v'
series_style[15] = -12
series_label[15] = 'GELU on q'
series_style[16] = -13
series_label[16] = 'residual bottleneck for q'
series_style[17] = -14
series_label[17] = 'sigmoid gate on the output'
series_style[18] = 1
series_label[18] = 'fourth matrix'
columns = 0
array column_label[1]
array column_at[1]
rows = 18
array row_label[19]
array row_at[19]
row_at[1] = 1
row_label[1] = 'fourth matrix'
row_at[2] = 2
row_label[2] = 'static (same weights for every query)'
row_at[3] = 3
row_label[3] = 'GAT'
row_at[4] = 4
row_label[4] = 'neural, d'."'".' = 2'
row_at[5] = 5
row_label[5] = 'neural with two hidden layers, d'."'".' = 2'
row_at[6] = 6
row_label[6] = 'ReLU / m instead of softmax'
row_at[7] = 7
row_label[7] = 'GATv2'
row_at[8] = 8
row_label[8] = 'neural, d'."'".' = 16'
row_at[9] = 9
row_label[9] = 'sigmoid instead of softmax'
row_at[10] = 10
row_label[10] = 'GELU on q'
row_at[11] = 11
row_label[11] = 'dot product of RMS-normed q and k'
row_at[12] = 12
row_label[12] = 'residual bottleneck for q'
row_at[13] = 13
row_label[13] = 'bilinear'
row_at[14] = 14
row_label[14] = 'sigmoid gate on the output'
row_at[15] = 15
row_label[15] = 'additive (Bahdanau)'
row_at[16] = 16
row_label[16] = 'MLP for q, k, v (RoBERTa form)'
row_at[17] = 17
row_label[17] = 'MLP with LayerNorm for q, k, v'
row_at[18] = 18
row_label[18] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 125
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[19]
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
legend_x[13] = 0
legend_x[14] = 0
legend_x[15] = 0
legend_x[16] = 0
legend_x[17] = 0
legend_x[18] = 0
array legend_y[19]
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
legend_y[13] = 0
legend_y[14] = 0
legend_y[15] = 0
legend_y[16] = 0
legend_y[17] = 0
legend_y[18] = 0
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
x_low[1] = 0.661282094055; x_high[1] = 6.59341595014; y_low[1] = -0.02; y_high[1] = 19.02
x_low[2] = 0.661282094055; x_high[2] = 6.59341595014; y_low[2] = -0.02; y_high[2] = 19.02
x_low[3] = 0.661282094055; x_high[3] = 6.59341595014; y_low[3] = -0.02; y_high[3] = 19.02
x_low[4] = 0.661282094055; x_high[4] = 6.59341595014; y_low[4] = -0.02; y_high[4] = 19.02
x_low[5] = 0.661282094055; x_high[5] = 6.59341595014; y_low[5] = -0.02; y_high[5] = 19.02
x_low[6] = 0.661282094055; x_high[6] = 6.59341595014; y_low[6] = -0.02; y_high[6] = 19.02
x_low[7] = 0.661282094055; x_high[7] = 6.59341595014; y_low[7] = -0.02; y_high[7] = 19.02
x_low[8] = 0.661282094055; x_high[8] = 6.59341595014; y_low[8] = -0.02; y_high[8] = 19.02
x_low[9] = 0.661282094055; x_high[9] = 6.59341595014; y_low[9] = -0.02; y_high[9] = 19.02
every = 1
array panel_first[10]
panel_first[1] = 1
panel_first[2] = 19
panel_first[3] = 37
panel_first[4] = 55
panel_first[5] = 73
panel_first[6] = 91
panel_first[7] = 109
panel_first[8] = 1
panel_first[9] = 1
array panel_last[10]
panel_last[1] = 18
panel_last[2] = 36
panel_last[3] = 54
panel_last[4] = 72
panel_last[5] = 90
panel_last[6] = 108
panel_last[7] = 125
panel_last[8] = 0
panel_last[9] = 0
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 1 2 3 4 6 7 8 9 10 11 12 13 14 15 16 17 18'
width = 1149
height = 1792
plot_width = 218
plot_height = 484
y_label_gap = 397.80000000000001
array panel_x[10]
panel_x[1] = 418.8
panel_x[2] = 662.8
panel_x[3] = 906.8
panel_x[4] = 418.8
panel_x[5] = 662.8
panel_x[6] = 906.8
panel_x[7] = 418.8
panel_x[8] = 662.8
panel_x[9] = 906.8
array panel_y[10]
panel_y[1] = 84
panel_y[2] = 84
panel_y[3] = 84
panel_y[4] = 658
panel_y[5] = 658
panel_y[6] = 658
panel_y[7] = 1232
panel_y[8] = 1232
panel_y[9] = 1232
log_axes = 'x'
load plots.'/ratio.gp'
