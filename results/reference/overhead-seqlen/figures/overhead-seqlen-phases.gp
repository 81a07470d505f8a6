# `gnuplot figures/overhead-seqlen-phases.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-seqlen-phases.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-seqlen-phases.csv'
out = './figures/overhead-seqlen-phases.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'backward pass'
panel_at[3] = 3
panel_label[3] = 'forward and backward'."\n".'pass'
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'projection'
series_style[2] = 2
series_label[2] = 'score'
series_style[3] = 3
series_label[3] = 'normalize'
series_style[4] = 4
series_label[4] = 'sum'
series_style[5] = 5
series_label[5] = 'output'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 1
row_label[1] = 'static (same weights for every query)'
row_at[2] = 2
row_label[2] = 'fourth matrix'
row_at[3] = 3
row_label[3] = 'GAT'
row_at[4] = 4
row_label[4] = 'neural, d'."'".' = 2'
row_at[5] = 5
row_label[5] = 'neural with two hidden layers, d'."'".' = 2'
row_at[6] = 6
row_label[6] = 'neural, d'."'".' = 16'
row_at[7] = 7
row_label[7] = 'ReLU / m instead of softmax'
row_at[8] = 8
row_label[8] = 'GATv2'
row_at[9] = 9
row_label[9] = 'dot product'
row_at[10] = 10
row_label[10] = 'sigmoid instead of softmax'
row_at[11] = 11
row_label[11] = 'GELU on q'
row_at[12] = 12
row_label[12] = 'residual bottleneck for q'
row_at[13] = 13
row_label[13] = 'bilinear'
row_at[14] = 14
row_label[14] = 'dot product of RMS-normed q and k'
row_at[15] = 15
row_label[15] = 'sigmoid gate on the output'
row_at[16] = 16
row_label[16] = 'additive (Bahdanau)'
row_at[17] = 17
row_label[17] = 'MLP for q, k, v (RoBERTa form)'
row_at[18] = 18
row_label[18] = 'MLP with LayerNorm for q, k, v'
row_at[19] = 19
row_label[19] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 342
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 198
legend_x[3] = 302
legend_x[4] = 434.8
legend_x[5] = 524.4
array legend_y[6]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 48
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Share of the time of a pass (%) by what it is spent on; at the end of each bar the whole time'
x_label = 'share of the time of a'."\n".'pass (%)'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = -6; x_high[1] = 106; y_low[1] = -0.08; y_high[1] = 20.08
x_low[2] = -6; x_high[2] = 106; y_low[2] = -0.08; y_high[2] = 20.08
x_low[3] = -6; x_high[3] = 106; y_low[3] = -0.08; y_high[3] = 20.08
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 115
panel_first[3] = 229
array panel_last[4]
panel_last[1] = 114
panel_last[2] = 228
panel_last[3] = 342
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5'
width = 1149
height = 718
plot_width = 148
plot_height = 510
y_label_gap = 397.80000000000001
array panel_x[4]
panel_x[1] = 418.8
panel_x[2] = 662.8
panel_x[3] = 906.8
array panel_y[4]
panel_y[1] = 114
panel_y[2] = 114
panel_y[3] = 114
log_axes = ''
load plots.'/phases.gp'
