# `gnuplot figures/neural-attention-headline-images-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-pareto.csv'
out = './figures/neural-attention-headline-images-pareto.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'CIFAR-10'
panel_at[2] = 2
panel_label[2] = 'MNIST'
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
series_style[2] = -1
series_label[2] = 'one hidden layer, d'."'".' = 16, layer 0'
series_style[3] = -2
series_label[3] = 'one hidden layer, d'."'".' = 16, all layers'
series_style[4] = -3
series_label[4] = 'dot product in d'."'".' = 3, layer 0'
series_style[5] = -4
series_label[5] = 'dot product in d'."'".' = 16, layer 0'
series_style[6] = -5
series_label[6] = 'dot product in d'."'".' = 16, all layers'
series_style[7] = -6
series_label[7] = 'same weights for every query, layer 0'
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
points = 20
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
ends = 14
array end_series[15]
end_series[1] = 4
end_series[2] = 7
end_series[3] = 5
end_series[4] = 6
end_series[5] = 2
end_series[6] = 1
end_series[7] = 3
end_series[8] = 5
end_series[9] = 4
end_series[10] = 6
end_series[11] = 7
end_series[12] = 2
end_series[13] = 1
end_series[14] = 3
array end_x[15]
end_x[1] = 257.542065683
end_x[2] = 263.220943461
end_x[3] = 237.593382611
end_x[4] = 303.504347201
end_x[5] = 266.408252003
end_x[6] = 382.058750608
end_x[7] = 395.923646416
end_x[8] = 369.027332754
end_x[9] = 331.756357878
end_x[10] = 356.511820485
end_x[11] = 297.429919062
end_x[12] = 397.105057068
end_x[13] = 398.603653039
end_x[14] = 597.688820606
array end_y[15]
end_y[1] = 114.284788821
end_y[2] = 147.394543333
end_y[3] = 148.243511397
end_y[4] = 148.243511397
end_y[5] = 160.129064299
end_y[6] = 166.920808814
end_y[7] = 181.353265909
end_y[8] = 466.81199282
end_y[9] = 481.470841398
end_y[10] = 483.961147721
end_y[11] = 489.337945462
end_y[12] = 492.054643268
end_y[13] = 501.959270686
end_y[14] = 582.667834674
array end_label_x[15]
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
end_label_x[14] = 742
array end_label_y[15]
end_label_y[1] = 107.367070567
end_label_y[2] = 122.367070567
end_label_y[3] = 137.367070567
end_label_y[4] = 152.367070567
end_label_y[5] = 167.367070567
end_label_y[6] = 182.367070567
end_label_y[7] = 197.367070567
end_label_y[8] = 448.432640226
end_label_y[9] = 463.432640226
end_label_y[10] = 478.432640226
end_label_y[11] = 493.432640226
end_label_y[12] = 508.432640226
end_label_y[13] = 523.432640226
end_label_y[14] = 582.667834674
title_text = 'Change in accuracy at equal steps and data, against dot product, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in accuracy, better upward'
y_label_beside = 'change in accuracy, better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.825624171102; x_high[1] = 1.63131346365; y_low[1] = -0.116079241126; y_high[1] = 0.0429373410769
x_low[2] = 0.825624171102; x_high[2] = 1.63131346365; y_low[2] = -0.116079241126; y_high[2] = 0.0429373410769
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 11
array panel_last[3]
panel_last[1] = 10
panel_last[2] = 20
point_series = '0 0 0 1 2 3 4 5 6 7 0 0 0 1 2 3 4 5 6 7'
width = 1124
height = 754
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 108
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 408
log_axes = 'x'
load plots.'/pareto.gp'
