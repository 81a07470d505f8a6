# `gnuplot figures/neural-attention-headline-language-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-language-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-language-lr_curves.csv'
out = './figures/neural-attention-headline-language-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 11
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = -1
series_label[2] = 'dot product of normalised q and k'
series_style[3] = 1
series_label[3] = 'as published: two hidden layers, d'."'".' = 2, layer 0'
series_style[4] = -2
series_label[4] = 'the same, d'."'".' = 16'
series_style[5] = -3
series_label[5] = 'one hidden layer, d'."'".' = 16, layer 0'
series_style[6] = -4
series_label[6] = 'one hidden layer, d'."'".' = 16, all layers'
series_style[7] = -5
series_label[7] = 'dot product in d'."'".' = 2, layer 0'
series_style[8] = -6
series_label[8] = 'dot product in d'."'".' = 16, layer 0'
series_style[9] = -7
series_label[9] = 'dot product in d'."'".' = 16, all layers'
series_style[10] = -8
series_label[10] = 'the same for every query, layer 0'
series_style[11] = -9
series_label[11] = 'dot product plus neural, layer 0'
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
points = 55
array legend_x[12]
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
array legend_y[12]
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
ends = 11
array end_series[12]
end_series[1] = 9
end_series[2] = 4
end_series[3] = 7
end_series[4] = 3
end_series[5] = 8
end_series[6] = 2
end_series[7] = 5
end_series[8] = 10
end_series[9] = 1
end_series[10] = 6
end_series[11] = 11
array end_x[12]
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
array end_y[12]
end_y[1] = 68.3571428571
end_y[2] = 137.056465122
end_y[3] = 152.943275924
end_y[4] = 154.901102458
end_y[5] = 158.588822317
end_y[6] = 165.27992752
end_y[7] = 223.617723351
end_y[8] = 224.50786228
end_y[9] = 224.98644123
end_y[10] = 235.259557704
end_y[11] = 258.054660601
array end_label_x[12]
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
array end_label_y[12]
end_label_y[1] = 68.3571428571
end_label_y[2] = 123.753918668
end_label_y[3] = 138.753918668
end_label_y[4] = 153.753918668
end_label_y[5] = 168.753918668
end_label_y[6] = 183.753918668
end_label_y[7] = 203.285249033
end_label_y[8] = 218.285249033
end_label_y[9] = 233.285249033
end_label_y[10] = 248.285249033
end_label_y[11] = 263.285249033
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 1.98732619539; y_high[1] = 2.42019551524
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 55
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11'
width = 1124
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
