# `gnuplot figures/matrix-babi-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-babi-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-babi-lr_curves.csv'
out = './figures/matrix-babi-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 18
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'softmax of dot products'
series_style[2] = -1
series_label[2] = 'damaged control: same weights for every query'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V'
series_style[4] = -3
series_label[4] = 'bottleneck query with GELU'
series_style[5] = -4
series_label[5] = 'no query matrix'
series_style[6] = -5
series_label[6] = 'ReLU on Q, K, V'
series_style[7] = -6
series_label[7] = 'one head of keys and values'
series_style[8] = -7
series_label[8] = 'neural score'
series_style[9] = 2
series_label[9] = 'neural score as published, first layer'
series_style[10] = -8
series_label[10] = 'learned function of scores'
series_style[11] = -9
series_label[11] = 'scores below 5 by tanh'
series_style[12] = 4
series_label[12] = 'expressive: z^2 / (1 + z^2)'
series_style[13] = -10
series_label[13] = 'softmax with a learned sink'
series_style[14] = -11
series_label[14] = 'output gate'
series_style[15] = 1
series_label[15] = 'difference of two softmaxes'
series_style[16] = -12
series_label[16] = 'fourth matrix'
series_style[17] = 3
series_label[17] = 'wider feed-forward net, as MLP for Q, K, V'
series_style[18] = -13
series_label[18] = 'wider feed-forward net, as the gate'
columns = 9
array column_label[10]
array column_at[10]
column_at[1] = 0.00075
column_label[1] = '0.00075'
column_at[2] = 0.00106
column_label[2] = '0.00106'
column_at[3] = 0.0015
column_label[3] = '0.0015'
column_at[4] = 0.00212
column_label[4] = '0.00212'
column_at[5] = 0.003
column_label[5] = '0.003'
column_at[6] = 0.00424
column_label[6] = '0.00424'
column_at[7] = 0.006
column_label[7] = '0.006'
column_at[8] = 0.00849
column_label[8] = '0.00849'
column_at[9] = 0.012
column_label[9] = '0.012'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 144
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
ends = 18
array end_series[19]
end_series[1] = 4
end_series[2] = 3
end_series[3] = 14
end_series[4] = 2
end_series[5] = 1
end_series[6] = 5
end_series[7] = 18
end_series[8] = 13
end_series[9] = 16
end_series[10] = 9
end_series[11] = 17
end_series[12] = 12
end_series[13] = 10
end_series[14] = 15
end_series[15] = 6
end_series[16] = 11
end_series[17] = 8
end_series[18] = 7
array end_x[19]
end_x[1] = 675.857142857
end_x[2] = 675.857142857
end_x[3] = 675.857142857
end_x[4] = 675.857142857
end_x[5] = 675.857142857
end_x[6] = 675.857142857
end_x[7] = 675.857142857
end_x[8] = 675.857142857
end_x[9] = 675.857142857
end_x[10] = 675.857142857
end_x[11] = 675.857142857
end_x[12] = 675.857142857
end_x[13] = 675.857142857
end_x[14] = 675.857142857
end_x[15] = 675.857142857
end_x[16] = 675.857142857
end_x[17] = 675.857142857
end_x[18] = 675.857142857
array end_y[19]
end_y[1] = 68.3571428571
end_y[2] = 84.1399594956
end_y[3] = 113.052655625
end_y[4] = 127.421087034
end_y[5] = 147.043644857
end_y[6] = 147.890168617
end_y[7] = 156.50040905
end_y[8] = 159.724880366
end_y[9] = 168.945210217
end_y[10] = 193.190053821
end_y[11] = 205.185464828
end_y[12] = 226.400223372
end_y[13] = 253.649930892
end_y[14] = 407.630672137
end_y[15] = 407.642077413
end_y[16] = 407.642203777
end_y[17] = 407.64230941
end_y[18] = 407.642791545
array end_label_x[19]
end_label_x[1] = 742
end_label_x[2] = 742
end_label_x[3] = 742
end_label_x[4] = 742
end_label_x[5] = 742
end_label_x[6] = 742
end_label_x[7] = 742
end_label_x[8] = 742
end_label_x[9] = 742
end_label_x[10] = 742
end_label_x[11] = 742
end_label_x[12] = 742
end_label_x[13] = 742
end_label_x[14] = 742
end_label_x[15] = 742
end_label_x[16] = 742
end_label_x[17] = 742
end_label_x[18] = 742
array end_label_y[19]
end_label_y[1] = 67.3209083448
end_label_y[2] = 82.3209083448
end_label_y[3] = 97.3209083448
end_label_y[4] = 112.320908345
end_label_y[5] = 127.320908345
end_label_y[6] = 142.320908345
end_label_y[7] = 157.320908345
end_label_y[8] = 172.320908345
end_label_y[9] = 187.320908345
end_label_y[10] = 202.320908345
end_label_y[11] = 217.320908345
end_label_y[12] = 232.320908345
end_label_y[13] = 253.649930892
end_label_y[14] = 360.5
end_label_y[15] = 375.5
end_label_y[16] = 390.5
end_label_y[17] = 405.5
end_label_y[18] = 420.5
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.000635058984272; x_high[1] = 0.0141719119372; y_low[1] = -0.169805258874; y_high[1] = 2.99989290677
every = 2
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 144
point_series = '1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13 14 14 14 14 14 14 14 14 15 15 15 15 15 15 15 15 16 16 16 16 16 16 16 16 17 17 17 17 17 17 17 17 18 18 18 18 18 18 18 18'
width = 1102
height = 504
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/lr_curves.gp'
