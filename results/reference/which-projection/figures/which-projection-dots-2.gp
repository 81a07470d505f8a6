# `gnuplot figures/which-projection-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/which-projection-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/which-projection-dots-2.csv'
out = './figures/which-projection-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 19
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
series_style[16] = -15
series_label[16] = 'Q, activation removed'
series_style[17] = -16
series_label[17] = 'K, activation removed'
series_style[18] = -17
series_label[18] = 'V, activation removed'
series_style[19] = -18
series_label[19] = 'O, activation removed'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 1
row_label[1] = 'K, activation removed'
row_at[2] = 2
row_label[2] = 'Q, activation removed'
row_at[3] = 3
row_label[3] = 'MLP for K'
row_at[4] = 4
row_label[4] = 'MLP for Q'
row_at[5] = 5
row_label[5] = 'V, activation removed'
row_at[6] = 6
row_label[6] = 'O, activation removed'
row_at[7] = 7
row_label[7] = 'MLP for V'
row_at[8] = 8
row_label[8] = 'MLP for Q, K'
row_at[9] = 9
row_label[9] = 'MLP for K, V'
row_at[10] = 10
row_label[10] = 'MLP for Q, V'
row_at[11] = 11
row_label[11] = 'MLP for Q, K, V'
row_at[12] = 12
row_label[12] = 'MLP for Q, O'
row_at[13] = 13
row_label[13] = 'MLP for O'
row_at[14] = 14
row_label[14] = 'MLP for Q, K, O'
row_at[15] = 15
row_label[15] = 'MLP for K, O'
row_at[16] = 16
row_label[16] = 'MLP for Q, V, O'
row_at[17] = 17
row_label[17] = 'MLP for V, O'
row_at[18] = 18
row_label[18] = 'MLP for K, V, O'
row_at[19] = 19
row_label[19] = 'MLP for Q, K, V, O'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 19
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
array legend_x[20]
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
array legend_y[20]
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal parameters, each against its own control of as many'."\n".'parameters; 0 is that control and not the baseline'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -9.98394036203; x_high[1] = 3.16399544217; y_low[1] = -0.08; y_high[1] = 20.08
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 19
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19'
width = 825
height = 652
plot_width = 600
plot_height = 510
y_label_gap = 179.40000000000001
array panel_x[2]
panel_x[1] = 200.4
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/dots.gp'
