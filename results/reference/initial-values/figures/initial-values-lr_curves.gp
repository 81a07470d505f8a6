# `gnuplot figures/initial-values-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/initial-values-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/initial-values-lr_curves.csv'
out = './figures/initial-values-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear and dot product'
series_style[2] = 1
series_label[2] = 'neural score'
series_style[3] = 2
series_label[3] = 'neural score with the paper'."'".'s initial values'
series_style[4] = 3
series_label[4] = 'neural score of two hidden layers'
series_style[5] = 4
series_label[5] = 'two hidden layers with the paper'."'".'s initial values'
series_style[6] = 5
series_label[6] = 'bottleneck in the query'
series_style[7] = 6
series_label[7] = 'bottleneck in the query with the paper'."'".'s initial values'
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
points = 35
array legend_x[8]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
array legend_y[8]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
ends = 7
array end_series[8]
end_series[1] = 4
end_series[2] = 3
end_series[3] = 5
end_series[4] = 2
end_series[5] = 6
end_series[6] = 1
end_series[7] = 7
array end_x[8]
end_x[1] = 653.142857143
end_x[2] = 653.142857143
end_x[3] = 653.142857143
end_x[4] = 653.142857143
end_x[5] = 653.142857143
end_x[6] = 653.142857143
end_x[7] = 653.142857143
array end_y[8]
end_y[1] = 68.3571428571
end_y[2] = 144.833956546
end_y[3] = 185.779302939
end_y[4] = 224.132905821
end_y[5] = 226.045179435
end_y[6] = 233.704733614
end_y[7] = 238.056817881
array end_label_x[8]
end_label_x[1] = 718
end_label_x[2] = 718
end_label_x[3] = 718
end_label_x[4] = 718
end_label_x[5] = 718
end_label_x[6] = 718
end_label_x[7] = 718
array end_label_y[8]
end_label_y[1] = 68.3571428571
end_label_y[2] = 144.833956546
end_label_y[3] = 185.779302939
end_label_y[4] = 207.984909188
end_label_y[5] = 222.984909188
end_label_y[6] = 237.984909188
end_label_y[7] = 252.984909188
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 1.97025421903; y_high[1] = 2.1904301077
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 35
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7'
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
