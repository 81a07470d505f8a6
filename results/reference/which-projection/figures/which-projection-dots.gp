# `gnuplot figures/which-projection-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/which-projection-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/which-projection-dots.csv'
out = './figures/which-projection-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 28
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'MLP for Q'
series_style[2] = -2
series_label[2] = 'MLP for K'
series_style[3] = -3
series_label[3] = 'MLP for V'
series_style[4] = -4
series_label[4] = 'MLP for O'
series_style[5] = -5
series_label[5] = 'MLP for Q, K'
series_style[6] = -6
series_label[6] = 'MLP for Q, V'
series_style[7] = -7
series_label[7] = 'MLP for Q, O'
series_style[8] = -8
series_label[8] = 'MLP for K, V'
series_style[9] = -9
series_label[9] = 'MLP for K, O'
series_style[10] = -10
series_label[10] = 'MLP for V, O'
series_style[11] = 2
series_label[11] = 'MLP for Q, K, V'
series_style[12] = 3
series_label[12] = 'MLP for Q, K, O'
series_style[13] = -11
series_label[13] = 'MLP for Q, V, O'
series_style[14] = -12
series_label[14] = 'MLP for K, V, O'
series_style[15] = -13
series_label[15] = 'MLP for Q, K, V, O'
series_style[16] = -14
series_label[16] = 'all linear, as plain projections'
series_style[17] = -15
series_label[17] = 'Q, activation removed'
series_style[18] = -16
series_label[18] = 'K, activation removed'
series_style[19] = -17
series_label[19] = 'V, activation removed'
series_style[20] = -18
series_label[20] = 'O, activation removed'
series_style[21] = 1
series_label[21] = 'bottleneck for Q'
series_style[22] = -19
series_label[22] = 'bottleneck for K'
series_style[23] = -20
series_label[23] = 'bottleneck for V'
series_style[24] = -21
series_label[24] = 'bottleneck for O'
series_style[25] = -22
series_label[25] = 'linear, FFN wider by one MLP'
series_style[26] = -23
series_label[26] = 'linear, FFN wider by two MLPs'
series_style[27] = -24
series_label[27] = 'linear, FFN wider by three MLPs'
series_style[28] = -25
series_label[28] = 'linear, FFN wider by four MLPs'
columns = 0
array column_label[1]
array column_at[1]
rows = 28
array row_label[29]
array row_at[29]
row_at[1] = 1
row_label[1] = 'K, activation removed'
row_at[2] = 2
row_label[2] = 'Q, activation removed'
row_at[3] = 3
row_label[3] = 'linear, FFN wider by four MLPs'
row_at[4] = 4
row_label[4] = 'linear, FFN wider by two MLPs'
row_at[5] = 5
row_label[5] = 'linear, FFN wider by three MLPs'
row_at[6] = 6
row_label[6] = 'MLP for K'
row_at[7] = 7
row_label[7] = 'MLP for Q'
row_at[8] = 8
row_label[8] = 'linear, FFN wider by one MLP'
row_at[9] = 9
row_label[9] = 'all linear, as plain projections'
row_at[10] = 10
row_label[10] = 'MLP for Q, K'
row_at[11] = 11
row_label[11] = 'bottleneck for Q'
row_at[12] = 12
row_label[12] = 'V, activation removed'
row_at[13] = 13
row_label[13] = 'O, activation removed'
row_at[14] = 14
row_label[14] = 'MLP for V'
row_at[15] = 15
row_label[15] = 'bottleneck for K'
row_at[16] = 16
row_label[16] = 'MLP for K, V'
row_at[17] = 17
row_label[17] = 'MLP for Q, V'
row_at[18] = 18
row_label[18] = 'MLP for Q, K, V'
row_at[19] = 19
row_label[19] = 'MLP for Q, O'
row_at[20] = 20
row_label[20] = 'MLP for Q, K, O'
row_at[21] = 21
row_label[21] = 'MLP for O'
row_at[22] = 22
row_label[22] = 'MLP for K, O'
row_at[23] = 23
row_label[23] = 'MLP for Q, V, O'
row_at[24] = 24
row_label[24] = 'bottleneck for V'
row_at[25] = 25
row_label[25] = 'MLP for V, O'
row_at[26] = 26
row_label[26] = 'MLP for K, V, O'
row_at[27] = 27
row_label[27] = 'MLP for Q, K, V, O'
row_at[28] = 28
row_label[28] = 'bottleneck for O'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 28
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
array legend_x[29]
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
legend_x[19] = 0
legend_x[20] = 0
legend_x[21] = 0
legend_x[22] = 0
legend_x[23] = 0
legend_x[24] = 0
legend_x[25] = 0
legend_x[26] = 0
legend_x[27] = 0
legend_x[28] = 0
array legend_y[29]
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
legend_y[19] = 0
legend_y[20] = 0
legend_y[21] = 0
legend_y[22] = 0
legend_y[23] = 0
legend_y[24] = 0
legend_y[25] = 0
legend_y[26] = 0
legend_y[27] = 0
legend_y[28] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against all linear'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -13.9510378876; x_high[1] = 2.9218345435; y_low[1] = -0.62; y_high[1] = 29.62
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 28
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28'
width = 917
height = 868
plot_width = 600
plot_height = 744
y_label_gap = 271.80000000000001
array panel_x[2]
panel_x[1] = 292.8
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
