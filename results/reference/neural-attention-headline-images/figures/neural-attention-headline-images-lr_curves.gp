# `gnuplot figures/neural-attention-headline-images-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-lr_curves.csv'
out = './figures/neural-attention-headline-images-lr_curves.'.format
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
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.001
column_label[1] = '0.001'
column_at[2] = 0.002
column_label[2] = '0.002'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.008
column_label[4] = '0.008'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 80
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
end_series[1] = 2
end_series[2] = 7
end_series[3] = 6
end_series[4] = 1
end_series[5] = 5
end_series[6] = 8
end_series[7] = 3
end_series[8] = 4
end_series[9] = 7
end_series[10] = 4
end_series[11] = 3
end_series[12] = 6
end_series[13] = 2
end_series[14] = 8
end_series[15] = 1
end_series[16] = 5
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
end_y[1] = 80.4642857143
end_y[2] = 82.8299301077
end_y[3] = 87.115180074
end_y[4] = 91.5098066069
end_y[5] = 100.202119927
end_y[6] = 104.462199043
end_y[7] = 109.173210254
end_y[8] = 111.224406962
end_y[9] = 556.529180979
end_y[10] = 576.62551324
end_y[11] = 590.027867961
end_y[12] = 599.444364927
end_y[13] = 610.96518652
end_y[14] = 623.479925111
end_y[15] = 624.464016282
end_y[16] = 641.377551765
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
end_label_y[1] = 73.5
end_label_y[2] = 88.5
end_label_y[3] = 103.5
end_label_y[4] = 118.5
end_label_y[5] = 133.5
end_label_y[6] = 148.5
end_label_y[7] = 163.5
end_label_y[8] = 178.5
end_label_y[9] = 550.364200848
end_label_y[10] = 565.364200848
end_label_y[11] = 580.364200848
end_label_y[12] = 595.364200848
end_label_y[13] = 610.364200848
end_label_y[14] = 625.364200848
end_label_y[15] = 640.364200848
end_label_y[16] = 655.364200848
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.000882702996291; x_high[1] = 0.00906307108237; y_low[1] = 0.227119789619; y_high[1] = 1.94918735702
x_low[2] = 0.000882702996291; x_high[2] = 0.00906307108237; y_low[2] = 0.227119789619; y_high[2] = 1.94918735702
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 41
array panel_last[3]
panel_last[1] = 40
panel_last[2] = 80
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8'
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
load plots.'/lr_curves.gp'
