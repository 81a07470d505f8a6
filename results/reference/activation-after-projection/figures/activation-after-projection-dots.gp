# `gnuplot figures/activation-after-projection-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/activation-after-projection-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/activation-after-projection-dots.csv'
out = './figures/activation-after-projection-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'feed-forward net without activation'
panel_at[2] = 2
panel_label[2] = 'GELU in the feed-forward net'
series = 16
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'ReLU on Q'
series_style[2] = -2
series_label[2] = 'ReLU on K'
series_style[3] = -3
series_label[3] = 'ReLU on V'
series_style[4] = -4
series_label[4] = 'ReLU on Q, K'
series_style[5] = -5
series_label[5] = 'ReLU on Q, K, V'
series_style[6] = -6
series_label[6] = 'GELU on Q, K, V'
series_style[7] = -7
series_label[7] = 'tanh on Q, K, V'
series_style[8] = -8
series_label[8] = 'GELU on V'
series_style[9] = -9
series_label[9] = 'no activation, Q and K normalised'
series_style[10] = -10
series_label[10] = 'tanh / m for softmax'
series_style[11] = 1
series_label[11] = 'sigmoid for softmax'
series_style[12] = 2
series_label[12] = 'ReLU / m for softmax'
series_style[13] = -11
series_label[13] = 'additive score (Bahdanau)'
series_style[14] = -12
series_label[14] = 'graph attention (GAT)'
series_style[15] = 3
series_label[15] = 'graph attention (GATv2)'
series_style[16] = -13
series_label[16] = 'same weights for every query'
columns = 0
array column_label[1]
array column_at[1]
rows = 16
array row_label[17]
array row_at[17]
row_at[1] = 1
row_label[1] = 'GELU on V'
row_at[2] = 2
row_label[2] = 'ReLU on Q'
row_at[3] = 3
row_label[3] = 'ReLU on V'
row_at[4] = 4
row_label[4] = 'no activation, Q and K normalised'
row_at[5] = 5
row_label[5] = 'GELU on Q, K, V'
row_at[6] = 6
row_label[6] = 'ReLU on Q, K'
row_at[7] = 7
row_label[7] = 'ReLU on Q, K, V'
row_at[8] = 8
row_label[8] = 'ReLU on K'
row_at[9] = 9
row_label[9] = 'graph attention (GATv2)'
row_at[10] = 10
row_label[10] = 'additive score (Bahdanau)'
row_at[11] = 11
row_label[11] = 'sigmoid for softmax'
row_at[12] = 12
row_label[12] = 'same weights for every query'
row_at[13] = 13
row_label[13] = 'tanh on Q, K, V'
row_at[14] = 14
row_label[14] = 'graph attention (GAT)'
row_at[15] = 15
row_label[15] = 'ReLU / m for softmax'
row_at[16] = 16
row_label[16] = 'tanh / m for softmax'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 25
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
array legend_x[17]
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
array legend_y[17]
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against linear'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -18.0086413986; x_high[1] = 3.3580227184; y_low[1] = 0.1; y_high[1] = 16.9
x_low[2] = -18.0086413986; x_high[2] = 3.3580227184; y_low[2] = 0.1; y_high[2] = 16.9
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 10
array panel_last[3]
panel_last[1] = 9
panel_last[2] = 25
point_series = '1 2 3 4 5 6 7 8 9 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'
width = 1112
height = 574
plot_width = 380
plot_height = 432
y_label_gap = 280.19999999999999
array panel_x[3]
panel_x[1] = 301.2
panel_x[2] = 707.2
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = ''
load plots.'/dots.gp'
