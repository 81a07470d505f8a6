# `gnuplot figures/scaling-masked-loss_compute.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/scaling-masked-loss_compute.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/scaling-masked-loss_compute.csv'
out = './figures/scaling-masked-loss_compute.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'softmax of dot products'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V'
series_style[3] = 2
series_label[3] = 'bottleneck query with GELU'
series_style[4] = 3
series_label[4] = 'neural score'
series_style[5] = 4
series_label[5] = 'output gate'
series_style[6] = 5
series_label[6] = 'wider feed-forward net, as MLP for Q, K, V'
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
points = 180
array legend_x[7]
legend_x[1] = 58
legend_x[2] = 291.6
legend_x[3] = 467.6
legend_x[4] = 58
legend_x[5] = 212.4
legend_x[6] = 359.6
array legend_y[7]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 66
legend_y[5] = 66
legend_y[6] = 66
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Loss against FLOP of training, a point a size, with the law that fits them'
x_label = 'FLOP of training'
y_label = 'loss, less is better'
y_label_beside = 'loss, less is better'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 909573226694; x_high[1] = 1.82871772485e+14; y_low[1] = 3.15208264949; y_high[1] = 4.83603545722
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 180
point_series = '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6'
width = 732
height = 552
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 96
log_axes = 'xy'
load plots.'/loss_compute.gp'
