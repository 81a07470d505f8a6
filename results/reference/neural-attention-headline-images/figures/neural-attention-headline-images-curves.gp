# `gnuplot figures/neural-attention-headline-images-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-curves.csv'
out = './figures/neural-attention-headline-images-curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'CIFAR-10'
panel_at[2] = 2
panel_label[2] = 'MNIST'
series = 8
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = 1
series_label[2] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
series_style[3] = -1
series_label[3] = 'one hidden layer, d'."'".' = 16, layer 0'
series_style[4] = -2
series_label[4] = 'one hidden layer, d'."'".' = 16, all layers'
series_style[5] = -3
series_label[5] = 'dot product in d'."'".' = 3, layer 0'
series_style[6] = -4
series_label[6] = 'dot product in d'."'".' = 16, layer 0'
series_style[7] = -5
series_label[7] = 'dot product in d'."'".' = 16, all layers'
series_style[8] = -6
series_label[8] = 'same weights for every query, layer 0'
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
points = 160
array legend_x[9]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
legend_x[8] = 0
array legend_y[9]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
legend_y[8] = 0
ends = 16
array end_series[17]
end_series[1] = 5
end_series[2] = 1
end_series[3] = 8
end_series[4] = 6
end_series[5] = 7
end_series[6] = 3
end_series[7] = 2
end_series[8] = 4
end_series[9] = 6
end_series[10] = 5
end_series[11] = 7
end_series[12] = 1
end_series[13] = 8
end_series[14] = 3
end_series[15] = 2
end_series[16] = 4
array end_x[17]
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
end_x[14] = 675.857142857
end_x[15] = 675.857142857
end_x[16] = 675.857142857
array end_y[17]
end_y[1] = 112.299689441
end_y[2] = 124.458074534
end_y[3] = 128.650621118
end_y[4] = 129.069875776
end_y[5] = 129.069875776
end_y[6] = 134.939440994
end_y[7] = 138.293478261
end_y[8] = 145.420807453
end_y[9] = 448.104800937
end_y[10] = 448.5
end_y[11] = 448.5
end_y[12] = 448.631733021
end_y[13] = 449.949063232
end_y[14] = 452.583723653
end_y[15] = 455.218384075
end_y[16] = 469.840749415
array end_label_x[17]
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
end_label_x[15] = 742
end_label_x[16] = 742
array end_label_y[17]
end_label_y[1] = 91.5
end_label_y[2] = 106.5
end_label_y[3] = 121.5
end_label_y[4] = 136.5
end_label_y[5] = 151.5
end_label_y[6] = 166.5
end_label_y[7] = 181.5
end_label_y[8] = 196.5
end_label_y[9] = 433.5
end_label_y[10] = 448.5
end_label_y[11] = 463.5
end_label_y[12] = 478.5
end_label_y[13] = 493.5
end_label_y[14] = 508.5
end_label_y[15] = 523.5
end_label_y[16] = 538.5
title_text = 'Accuracy on the validation split, of each arm at the learning rate that was chosen for it. Each panel has a scale of its'."\n".'own'
x_label = 'optimiser steps'
y_label = 'validation accuracy'
y_label_beside = 'validation accuracy'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 32.2; x_high[1] = 737.8; y_low[1] = 0.17775; y_high[1] = 0.49975
x_low[2] = 23; x_high[2] = 527; y_low[2] = 0.15808; y_high[2] = 0.97792
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 81
array panel_last[3]
panel_last[1] = 80
panel_last[2] = 160
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8'
width = 1124
height = 772
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 108
array panel_y[3]
panel_y[1] = 84
panel_y[2] = 426
log_axes = ''
load plots.'/curves.gp'
