# `gnuplot figures/score-scale-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/score-scale-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/score-scale-lr_curves.csv'
out = './figures/score-scale-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 16
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = -1
series_label[2] = 'dot product, scale of the score times 0.3'
series_style[3] = 1
series_label[3] = 'dot product, scale of the score times 3'
series_style[4] = -2
series_label[4] = 'dot product, scale of the score times 9'
series_style[5] = -3
series_label[5] = 'dot product of normalised q and k, scale of the score times 0.3'
series_style[6] = -4
series_label[6] = 'dot product of normalised q and k, scale of the score times 1'
series_style[7] = 3
series_label[7] = 'dot product of normalised q and k, scale of the score times 3'
series_style[8] = 2
series_label[8] = 'dot product of normalised q and k, scale of the score times 9'
series_style[9] = -5
series_label[9] = 'neural score, d'."'".' = 16, scale of the score times 0.3'
series_style[10] = -6
series_label[10] = 'neural score, d'."'".' = 16, scale of the score times 1'
series_style[11] = -7
series_label[11] = 'neural score, d'."'".' = 16, scale of the score times 3'
series_style[12] = -8
series_label[12] = 'neural score, d'."'".' = 16, scale of the score times 9'
series_style[13] = 4
series_label[13] = 'two hidden layers, d'."'".' = 2, scale of the score times 0.3'
series_style[14] = -9
series_label[14] = 'two hidden layers, d'."'".' = 2, scale of the score times 1'
series_style[15] = -10
series_label[15] = 'two hidden layers, d'."'".' = 2, scale of the score times 3'
series_style[16] = -11
series_label[16] = 'two hidden layers, d'."'".' = 2, scale of the score times 9'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.004
column_label[1] = '0.004'
column_at[2] = 0.008
column_label[2] = '0.008'
column_at[3] = 0.016
column_label[3] = '0.016'
column_at[4] = 0.032
column_label[4] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 80
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
ends = 16
array end_series[17]
end_series[1] = 14
end_series[2] = 13
end_series[3] = 16
end_series[4] = 15
end_series[5] = 7
end_series[6] = 5
end_series[7] = 4
end_series[8] = 6
end_series[9] = 2
end_series[10] = 12
end_series[11] = 9
end_series[12] = 11
end_series[13] = 8
end_series[14] = 1
end_series[15] = 10
end_series[16] = 3
array end_x[17]
end_x[1] = 598.25
end_x[2] = 598.25
end_x[3] = 598.25
end_x[4] = 598.25
end_x[5] = 598.25
end_x[6] = 598.25
end_x[7] = 598.25
end_x[8] = 598.25
end_x[9] = 598.25
end_x[10] = 598.25
end_x[11] = 598.25
end_x[12] = 598.25
end_x[13] = 598.25
end_x[14] = 598.25
end_x[15] = 598.25
end_x[16] = 598.25
array end_y[17]
end_y[1] = 121.444555989
end_y[2] = 125.4396425
end_y[3] = 125.895409226
end_y[4] = 126.617814932
end_y[5] = 148.657888594
end_y[6] = 161.799867256
end_y[7] = 165.89288056
end_y[8] = 171.963354151
end_y[9] = 203.846987846
end_y[10] = 216.452795937
end_y[11] = 219.972563055
end_y[12] = 221.896154844
end_y[13] = 227.687534937
end_y[14] = 228.882479756
end_y[15] = 238.675997593
end_y[16] = 240.309700973
array end_label_x[17]
end_label_x[1] = 660
end_label_x[2] = 660
end_label_x[3] = 660
end_label_x[4] = 660
end_label_x[5] = 660
end_label_x[6] = 660
end_label_x[7] = 660
end_label_x[8] = 660
end_label_x[9] = 660
end_label_x[10] = 660
end_label_x[11] = 660
end_label_x[12] = 660
end_label_x[13] = 660
end_label_x[14] = 660
end_label_x[15] = 660
end_label_x[16] = 660
array end_label_y[17]
end_label_y[1] = 71.5897267593
end_label_y[2] = 86.5897267593
end_label_y[3] = 101.589726759
end_label_y[4] = 116.589726759
end_label_y[5] = 131.589726759
end_label_y[6] = 146.589726759
end_label_y[7] = 161.589726759
end_label_y[8] = 176.589726759
end_label_y[9] = 191.589726759
end_label_y[10] = 206.589726759
end_label_y[11] = 221.589726759
end_label_y[12] = 236.589726759
end_label_y[13] = 251.589726759
end_label_y[14] = 266.589726759
end_label_y[15] = 281.589726759
end_label_y[16] = 296.589726759
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 1.9806566461; y_high[1] = 2.43472402161
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 80
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 13 13 13 13 13 14 14 14 14 14 15 15 15 15 15 16 16 16 16 16'
width = 1150
height = 504
plot_width = 518
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/lr_curves.gp'
