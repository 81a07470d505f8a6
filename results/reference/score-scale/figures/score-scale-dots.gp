# `gnuplot figures/score-scale-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/score-scale-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/score-scale-dots.csv'
out = './figures/score-scale-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 15
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'dot product, scale of the score times 0.3'
series_style[2] = 1
series_label[2] = 'dot product, scale of the score times 3'
series_style[3] = -2
series_label[3] = 'dot product, scale of the score times 9'
series_style[4] = -3
series_label[4] = 'dot product of normalised q and k, scale of the score times 0.3'
series_style[5] = -4
series_label[5] = 'dot product of normalised q and k, scale of the score times 1'
series_style[6] = 3
series_label[6] = 'dot product of normalised q and k, scale of the score times 3'
series_style[7] = 2
series_label[7] = 'dot product of normalised q and k, scale of the score times 9'
series_style[8] = -5
series_label[8] = 'neural score, d'."'".' = 16, scale of the score times 0.3'
series_style[9] = -6
series_label[9] = 'neural score, d'."'".' = 16, scale of the score times 1'
series_style[10] = -7
series_label[10] = 'neural score, d'."'".' = 16, scale of the score times 3'
series_style[11] = -8
series_label[11] = 'neural score, d'."'".' = 16, scale of the score times 9'
series_style[12] = 4
series_label[12] = 'two hidden layers, d'."'".' = 2, scale of the score times 0.3'
series_style[13] = -9
series_label[13] = 'two hidden layers, d'."'".' = 2, scale of the score times 1'
series_style[14] = -10
series_label[14] = 'two hidden layers, d'."'".' = 2, scale of the score times 3'
series_style[15] = -11
series_label[15] = 'two hidden layers, d'."'".' = 2, scale of the score times 9'
columns = 0
array column_label[1]
array column_at[1]
rows = 15
array row_label[16]
array row_at[16]
row_at[1] = 1
row_label[1] = 'dot product, scale of the score times 3'
row_at[2] = 2
row_label[2] = 'dot product of normalised q and k, scale of the score times 3'
row_at[3] = 3
row_label[3] = 'neural score, d'."'".' = 16, scale of the score times 9'
row_at[4] = 4
row_label[4] = 'neural score, d'."'".' = 16, scale of the score times 3'
row_at[5] = 5
row_label[5] = 'dot product, scale of the score times 9'
row_at[6] = 6
row_label[6] = 'dot product of normalised q and k, scale of the score times 1'
row_at[7] = 7
row_label[7] = 'neural score, d'."'".' = 16, scale of the score times 1'
row_at[8] = 8
row_label[8] = 'neural score, d'."'".' = 16, scale of the score times 0.3'
row_at[9] = 9
row_label[9] = 'dot product, scale of the score times 0.3'
row_at[10] = 10
row_label[10] = 'dot product of normalised q and k, scale of the score times 0.3'
row_at[11] = 11
row_label[11] = 'two hidden layers, d'."'".' = 2, scale of the score times 9'
row_at[12] = 12
row_label[12] = 'two hidden layers, d'."'".' = 2, scale of the score times 3'
row_at[13] = 13
row_label[13] = 'two hidden layers, d'."'".' = 2, scale of the score times 1'
row_at[14] = 14
row_label[14] = 'two hidden layers, d'."'".' = 2, scale of the score times 0.3'
row_at[15] = 15
row_label[15] = 'dot product of normalised q and k, scale of the score times 9'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 15
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
far_unit = ' %'
array legend_x[16]
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
array legend_y[16]
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against dot product'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -20.8263314552; x_high[1] = 5.60936170364; y_low[1] = 0.16; y_high[1] = 15.84
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 15
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'
width = 1150
height = 530
plot_width = 572
plot_height = 406
y_label_gap = 532.20000000000005
array panel_x[2]
panel_x[1] = 553.2
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
