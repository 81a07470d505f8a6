# `gnuplot figures/scaling-masked-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/scaling-masked-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/scaling-masked-lr_curves.csv'
out = './figures/scaling-masked-lr_curves.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'width 48'
panel_at[2] = 2
panel_label[2] = 'width 64'
panel_at[3] = 3
panel_label[3] = 'width 80'
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'softmax of dot products'
series_style[2] = 1
series_label[2] = 'damaged control: same weights for every query'
series_style[3] = 2
series_label[3] = 'MLP for Q, K, V'
series_style[4] = 3
series_label[4] = 'bottleneck query with GELU'
series_style[5] = 4
series_label[5] = 'neural score'
series_style[6] = 5
series_label[6] = 'output gate'
columns = 7
array column_label[8]
array column_at[8]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.00283
column_label[2] = '0.00283'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.00566
column_label[4] = '0.00566'
column_at[5] = 0.008
column_label[5] = '0.008'
column_at[6] = 0.0113
column_label[6] = '0.0113'
column_at[7] = 0.016
column_label[7] = '0.016'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 119
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 291.6
legend_x[3] = 683.6
legend_x[4] = 859.6
legend_x[5] = 58
legend_x[6] = 212.4
array legend_y[7]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 66
legend_y[6] = 66
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss, less is better'
y_label_beside = 'validation loss, less is better'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.00176540599258; x_high[1] = 0.0181261421647; y_low[1] = 3.48115466953; y_high[1] = 4.93217559219
x_low[2] = 0.00176540599258; x_high[2] = 0.0181261421647; y_low[2] = 3.48115466953; y_high[2] = 4.93217559219
x_low[3] = 0.00176540599258; x_high[3] = 0.0181261421647; y_low[3] = 3.48115466953; y_high[3] = 4.93217559219
every = 2
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 40
panel_first[3] = 80
array panel_last[4]
panel_last[1] = 39
panel_last[2] = 79
panel_last[3] = 119
point_series = '1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6 1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6 1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6'
width = 1148
height = 460
plot_width = 292
plot_height = 270
y_label_gap = 87
array panel_x[4]
panel_x[1] = 108
panel_x[2] = 470
panel_x[3] = 832
array panel_y[4]
panel_y[1] = 114
panel_y[2] = 114
panel_y[3] = 114
log_axes = 'x'
load plots.'/lr_curves.gp'
