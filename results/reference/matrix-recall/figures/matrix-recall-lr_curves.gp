# `gnuplot figures/matrix-recall-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-recall-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-recall-lr_curves.csv'
out = './figures/matrix-recall-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 4
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'softmax of dot products'
series_style[2] = -1
series_label[2] = 'damaged control: same weights for every query'
series_style[3] = 1
series_label[3] = 'MLP for Q, K, V'
series_style[4] = 2
series_label[4] = 'output gate'
columns = 7
array column_label[8]
array column_at[8]
column_at[1] = 0.00025
column_label[1] = '0.00025'
column_at[2] = 0.0005
column_label[2] = '0.0005'
column_at[3] = 0.001
column_label[3] = '0.001'
column_at[4] = 0.002
column_label[4] = '0.002'
column_at[5] = 0.004
column_label[5] = '0.004'
column_at[6] = 0.008
column_label[6] = '0.008'
column_at[7] = 0.016
column_label[7] = '0.016'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 28
array legend_x[5]
legend_x[1] = 58
legend_x[2] = 291.6
legend_x[3] = 58
legend_x[4] = 234
array legend_y[5]
legend_y[1] = 66
legend_y[2] = 66
legend_y[3] = 84
legend_y[4] = 84
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Validation loss at each value of learning rate; a circle: the value that was'."\n".'chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.000194791144915; x_high[1] = 0.020534814361; y_low[1] = -0.374092734221; y_high[1] = 6.93837249788
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 28
point_series = '1 1 1 1 1 1 1 2 2 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4'
width = 732
height = 570
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 114
log_axes = 'x'
load plots.'/lr_curves.gp'
