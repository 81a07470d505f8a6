# `gnuplot figures/fourth-matrix-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/fourth-matrix-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/fourth-matrix-curves.csv'
out = './figures/fourth-matrix-curves.'.format
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
columns = 0
array column_label[1]
array column_at[1]
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 130
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
end_series[1] = 9
end_series[2] = 10
end_series[3] = 5
end_series[4] = 13
end_series[5] = 11
end_series[6] = 4
end_series[7] = 8
end_series[8] = 1
end_series[9] = 7
end_series[10] = 6
end_series[11] = 2
end_series[12] = 3
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
end_y[1] = 234.448615677
end_y[2] = 265.753038437
end_y[3] = 345.5798064
end_y[4] = 347.396745293
end_y[5] = 354.635526758
end_y[6] = 374.525644043
end_y[7] = 375.179787523
end_y[8] = 393.279766683
end_y[9] = 393.436223761
end_y[10] = 394.155947141
end_y[11] = 394.383142394
end_y[12] = 397.612281669
end_y[13] = 402.018490695
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
end_label_y[1] = 234.448615677
end_label_y[2] = 255.5
end_label_y[3] = 270.5
end_label_y[4] = 285.5
end_label_y[5] = 300.5
end_label_y[6] = 315.5
end_label_y[7] = 330.5
end_label_y[8] = 345.5
end_label_y[9] = 360.5
end_label_y[10] = 375.5
end_label_y[11] = 390.5
end_label_y[12] = 405.5
end_label_y[13] = 420.5
title_text = 'Loss on the validation split, of each arm at the learning rate that was chosen for it'
x_label = 'optimiser steps'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 23; x_high[1] = 527; y_low[1] = 2.02761170939; y_high[1] = 2.85695461619
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 130
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13 13 13'
width = 1150
height = 504
plot_width = 576
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/curves.gp'
