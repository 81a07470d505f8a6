# `gnuplot figures/neural-attention-layers-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-layers-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-layers-lr_curves.csv'
out = './figures/neural-attention-layers-lr_curves.'.format
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
series_label[2] = 'neural, d'."'".' = 16, layer 0'
series_style[3] = -2
series_label[3] = 'neural, d'."'".' = 16, layer 1'
series_style[4] = -3
series_label[4] = 'neural, d'."'".' = 16, layer 2'
series_style[5] = -4
series_label[5] = 'neural, d'."'".' = 16, layer 3'
series_style[6] = -5
series_label[6] = 'neural, d'."'".' = 16, all layers'
series_style[7] = 1
series_label[7] = 'neural as published, d'."'".' = 2, layer 0'
series_style[8] = -6
series_label[8] = 'neural as published, d'."'".' = 2, all layers'
series_style[9] = -7
series_label[9] = 'dot product in d'."'".' = 16, layer 0'
series_style[10] = -8
series_label[10] = 'dot product in d'."'".' = 16, layer 1'
series_style[11] = -9
series_label[11] = 'dot product in d'."'".' = 16, layer 2'
series_style[12] = -10
series_label[12] = 'dot product in d'."'".' = 16, layer 3'
series_style[13] = -11
series_label[13] = 'dot product in d'."'".' = 16, all layers'
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
end_series[1] = 7
end_series[2] = 13
end_series[3] = 8
end_series[4] = 9
end_series[5] = 11
end_series[6] = 6
end_series[7] = 10
end_series[8] = 2
end_series[9] = 12
end_series[10] = 3
end_series[11] = 1
end_series[12] = 4
end_series[13] = 5
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
end_y[2] = 112.466641456
end_y[3] = 114.907533967
end_y[4] = 156.020344242
end_y[5] = 215.835193062
end_y[6] = 240.966735978
end_y[7] = 244.736134393
end_y[8] = 259.445060295
end_y[9] = 264.806584562
end_y[10] = 268.215439238
end_y[11] = 287.449952615
end_y[12] = 306.443261774
end_y[13] = 330.699535093
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
end_label_y[1] = 68.3571428571
end_label_y[2] = 106.187087712
end_label_y[3] = 121.187087712
end_label_y[4] = 156.020344242
end_label_y[5] = 208.48729524
end_label_y[6] = 223.48729524
end_label_y[7] = 238.48729524
end_label_y[8] = 253.48729524
end_label_y[9] = 268.48729524
end_label_y[10] = 283.48729524
end_label_y[11] = 298.48729524
end_label_y[12] = 313.48729524
end_label_y[13] = 330.699535093
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 2.02385385165; y_high[1] = 2.30124919283
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 65
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 13 13 13 13 13'
width = 1059
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
