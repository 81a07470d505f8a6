# `gnuplot figures/scaling-masked-compute_multiplier.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/scaling-masked-compute_multiplier.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/scaling-masked-compute_multiplier.csv'
out = './figures/scaling-masked-compute_multiplier.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'MLP for Q, K, V'
series_style[2] = 2
series_label[2] = 'bottleneck query with GELU'
series_style[3] = 3
series_label[3] = 'neural score'
series_style[4] = 4
series_label[4] = 'output gate'
series_style[5] = 5
series_label[5] = 'wider feed-forward net, as MLP for Q, K, V'
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
points = 45
zero = 1
band_low = 1
band_high = 1
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 234
legend_x[3] = 489.2
legend_x[4] = 643.6
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
title_text = 'FLOP of training that the baseline needs for the same loss, over the arm'."'".'s'
x_label = 'parameters (diamonds: foretold by the dotted trend, nobody trained them)'
y_label = 'compute multiplier, better upward'
y_label_beside = 'compute multiplier, better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 173573.317735; x_high[1] = 143303131.636; y_low[1] = 0.000215394603727; y_high[1] = 27.8387664296
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 45
point_series = '1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5'
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
load plots.'/compute_multiplier.gp'
