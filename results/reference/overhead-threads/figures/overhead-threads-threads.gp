# `gnuplot figures/overhead-threads-threads.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-threads-threads.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-threads-threads.csv'
out = './figures/overhead-threads-threads.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'length 256'
panel_at[2] = 2
panel_label[2] = 'forward pass'."\n".'length 1024'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'."\n".'length 256'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'length 1024'
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'dot product'
series_style[2] = 2
series_label[2] = 'neural, d'."'".' = 16'
series_style[3] = 3
series_label[3] = 'additive (Bahdanau)'
series_style[4] = 4
series_label[4] = 'MLP for q, k, v (RoBERTa form)'
series_style[5] = 5
series_label[5] = 'residual bottleneck for q'
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 1
column_label[1] = '1'
column_at[2] = 2
column_label[2] = '2'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 52
ideal_from = 1
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 205.2
legend_x[3] = 381.2
legend_x[4] = 586
legend_x[5] = 58
array legend_y[6]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 66
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Speed-up of each arm over its own time with the fewest threads'
x_label = 'threads'
y_label = 'speed-up, better upward'
y_label_beside = 'speed-up, better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.94; y_high[1] = 2.06
x_low[2] = 0.94; x_high[2] = 2.06; y_low[2] = 0.94; y_high[2] = 2.06
x_low[3] = 0.94; x_high[3] = 2.06; y_low[3] = 0.94; y_high[3] = 2.06
x_low[4] = 0.94; x_high[4] = 2.06; y_low[4] = 0.94; y_high[4] = 2.06
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 14
panel_first[3] = 27
panel_first[4] = 40
array panel_last[5]
panel_last[1] = 13
panel_last[2] = 26
panel_last[3] = 39
panel_last[4] = 52
point_series = '0 0 0 1 1 2 2 3 3 4 4 5 5 0 0 0 1 1 2 2 3 3 4 4 5 5 0 0 0 1 1 2 2 3 3 4 4 5 5 0 0 0 1 1 2 2 3 3 4 4 5 5'
width = 962
height = 838
plot_width = 380
plot_height = 270
y_label_gap = 87
array panel_x[5]
panel_x[1] = 108
panel_x[2] = 558
panel_x[3] = 108
panel_x[4] = 558
array panel_y[5]
panel_y[1] = 132
panel_y[2] = 132
panel_y[3] = 492
panel_y[4] = 492
log_axes = ''
load plots.'/threads.gp'
