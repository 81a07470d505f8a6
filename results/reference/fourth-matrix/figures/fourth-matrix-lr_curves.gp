# `gnuplot figures/fourth-matrix-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/fourth-matrix-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/fourth-matrix-lr_curves.csv'
out = './figures/fourth-matrix-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 13
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'V W_O over all heads, scale inside'
series_style[2] = 3
series_label[2] = 'scale outside softmax'
series_style[3] = -1
series_label[3] = 'no scale: 4 times it, with heads of 16'
series_style[4] = -2
series_label[4] = 'half the scale'
series_style[5] = -3
series_label[5] = 'no output matrix'
series_style[6] = 2
series_label[6] = 'fourth matrix per head, 1 / sqrt(D) outside too'
series_style[7] = 1
series_label[7] = 'fourth matrix per head'
series_style[8] = -4
series_label[8] = 'fourth matrix, scale outside alone'
series_style[9] = -5
series_label[9] = 'tanh / m: weights may be negative, sums differ from one'
series_style[10] = -6
series_label[10] = 'ReLU / m: sums differ from one'
series_style[11] = -7
series_label[11] = 'sigmoid: sums differ from one'
series_style[12] = -8
series_label[12] = 'fourth matrix, FFN wider: equal parameters'
series_style[13] = -9
series_label[13] = 'no output matrix, FFN wider: equal parameters'
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
points = 65
array legend_x[14]
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
array legend_y[14]
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
ends = 13
array end_series[14]
end_series[1] = 5
end_series[2] = 8
end_series[3] = 13
end_series[4] = 9
end_series[5] = 3
end_series[6] = 10
end_series[7] = 11
end_series[8] = 2
end_series[9] = 4
end_series[10] = 1
end_series[11] = 6
end_series[12] = 7
end_series[13] = 12
array end_x[14]
end_x[1] = 653.142857143
end_x[2] = 653.142857143
end_x[3] = 653.142857143
end_x[4] = 653.142857143
end_x[5] = 653.142857143
end_x[6] = 653.142857143
end_x[7] = 653.142857143
end_x[8] = 653.142857143
end_x[9] = 653.142857143
end_x[10] = 653.142857143
end_x[11] = 653.142857143
end_x[12] = 653.142857143
end_x[13] = 653.142857143
array end_y[14]
end_y[1] = 68.3571428571
end_y[2] = 73.1320427461
end_y[3] = 83.3399615946
end_y[4] = 117.7978696
end_y[5] = 129.503893246
end_y[6] = 186.601036518
end_y[7] = 220.26385384
end_y[8] = 270.767429712
end_y[9] = 305.127205871
end_y[10] = 333.739271058
end_y[11] = 334.438899991
end_y[12] = 356.334428516
end_y[13] = 375.231535336
array end_label_x[14]
end_label_x[1] = 718
end_label_x[2] = 718
end_label_x[3] = 718
end_label_x[4] = 718
end_label_x[5] = 718
end_label_x[6] = 718
end_label_x[7] = 718
end_label_x[8] = 718
end_label_x[9] = 718
end_label_x[10] = 718
end_label_x[11] = 718
end_label_x[12] = 718
end_label_x[13] = 718
array end_label_y[14]
end_label_y[1] = 59.9430490659
end_label_y[2] = 74.9430490659
end_label_y[3] = 89.9430490659
end_label_y[4] = 116.150881423
end_label_y[5] = 131.150881423
end_label_y[6] = 186.601036518
end_label_y[7] = 220.26385384
end_label_y[8] = 270.767429712
end_label_y[9] = 305.127205871
end_label_y[10] = 326.504199855
end_label_y[11] = 341.504199855
end_label_y[12] = 356.504199855
end_label_y[13] = 375.231535336
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 1.99947329564; y_high[1] = 2.4853585768
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 65
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 13 13 13 13 13'
width = 1150
height = 504
plot_width = 576
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/lr_curves.gp'
