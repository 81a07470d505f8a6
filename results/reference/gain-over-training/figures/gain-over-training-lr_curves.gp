# `gnuplot figures/gain-over-training-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-lr_curves.csv'
out = './figures/gain-over-training-lr_curves.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = '200 steps'
panel_at[2] = 2
panel_label[2] = '600 steps'
panel_at[3] = 3
panel_label[3] = '1800 steps'
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, Q and K normalised'
series_style[3] = 1
series_label[3] = 'bottleneck for Q'
series_style[4] = -2
series_label[4] = 'MLP for Q, K, V'
series_style[5] = -3
series_label[5] = 'linear, FFN wider by as much as the MLPs'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
column_at[5] = 0.032
column_label[5] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 90
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 169.2
legend_x[3] = 424.4
legend_x[4] = 607.6
legend_x[5] = 783.6
array legend_y[6]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 48
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.6841501154; y_high[1] = 2.6265312912
x_low[2] = 0.00169349062473; x_high[2] = 0.0377917651657; y_low[2] = 1.6841501154; y_high[2] = 2.6265312912
x_low[3] = 0.00169349062473; x_high[3] = 0.0377917651657; y_low[3] = 1.6841501154; y_high[3] = 2.6265312912
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 31
panel_first[3] = 61
array panel_last[4]
panel_last[1] = 30
panel_last[2] = 60
panel_last[3] = 90
point_series = '1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5'
width = 1148
height = 442
plot_width = 292
plot_height = 270
y_label_gap = 87
array panel_x[4]
panel_x[1] = 108
panel_x[2] = 470
panel_x[3] = 832
array panel_y[4]
panel_y[1] = 96
panel_y[2] = 96
panel_y[3] = 96
log_axes = 'x'
load plots.'/lr_curves.gp'
