# `gnuplot figures/neural-attention-dprime-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-dprime-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-dprime-lr_curves.csv'
out = './figures/neural-attention-dprime-lr_curves.'.format
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
series_label[1] = 'dot product'
series_style[2] = -1
series_label[2] = 'neural, one hidden layer, d'."'".' = 2'
series_style[3] = -2
series_label[3] = 'neural, one hidden layer, d'."'".' = 4'
series_style[4] = -3
series_label[4] = 'neural, one hidden layer, d'."'".' = 16'
series_style[5] = -4
series_label[5] = 'neural, one hidden layer, d'."'".' = 64'
series_style[6] = 1
series_label[6] = 'neural, two hidden layers, d'."'".' = 2'
series_style[7] = -5
series_label[7] = 'neural, two hidden layers, d'."'".' = 4'
series_style[8] = -6
series_label[8] = 'neural, two hidden layers, d'."'".' = 16'
series_style[9] = -7
series_label[9] = 'neural, two hidden layers, d'."'".' = 64'
series_style[10] = -8
series_label[10] = 'dot product in d'."'".', d'."'".' = 2'
series_style[11] = -9
series_label[11] = 'dot product in d'."'".', d'."'".' = 4'
series_style[12] = -10
series_label[12] = 'dot product in d'."'".', d'."'".' = 16'
series_style[13] = -11
series_label[13] = 'dot product in d'."'".', d'."'".' = 64'
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
end_series[1] = 9
end_series[2] = 7
end_series[3] = 11
end_series[4] = 6
end_series[5] = 12
end_series[6] = 13
end_series[7] = 8
end_series[8] = 10
end_series[9] = 3
end_series[10] = 4
end_series[11] = 2
end_series[12] = 5
end_series[13] = 1
array end_x[14]
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
array end_y[14]
end_y[1] = 68.3571428571
end_y[2] = 81.2082750114
end_y[3] = 110.682774044
end_y[4] = 136.369614295
end_y[5] = 146.355202823
end_y[6] = 148.483174721
end_y[7] = 179.325293361
end_y[8] = 201.545898692
end_y[9] = 243.661571295
end_y[10] = 258.643365116
end_y[11] = 273.948833532
end_y[12] = 314.120225797
end_y[13] = 322.209203897
array end_label_x[14]
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
array end_label_y[14]
end_label_y[1] = 67.2827089343
end_label_y[2] = 82.2827089343
end_label_y[3] = 110.682774044
end_label_y[4] = 128.735997279
end_label_y[5] = 143.735997279
end_label_y[6] = 158.735997279
end_label_y[7] = 179.325293361
end_label_y[8] = 201.545898692
end_label_y[9] = 243.652468206
end_label_y[10] = 258.652468206
end_label_y[11] = 273.948833532
end_label_y[12] = 310.664714847
end_label_y[13] = 325.664714847
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 2.02292100546; y_high[1] = 2.37162592508
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 65
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 13 13 13 13 13'
width = 1023
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
