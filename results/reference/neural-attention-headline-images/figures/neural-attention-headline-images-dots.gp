# `gnuplot figures/neural-attention-headline-images-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-dots.csv'
out = './figures/neural-attention-headline-images-dots.'.format
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
rows = 7
array row_label[8]
array row_at[8]
row_at[1] = 1
row_label[1] = 'dot product in d'."'".' = 3, layer 0'
row_at[2] = 2
row_label[2] = 'dot product in d'."'".' = 16, layer 0'
row_at[3] = 3
row_label[3] = 'dot product in d'."'".' = 16, all layers'
row_at[4] = 4
row_label[4] = 'same weights for every query, layer 0'
row_at[5] = 5
row_label[5] = 'one hidden layer, d'."'".' = 16, layer 0'
row_at[6] = 6
row_label[6] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
row_at[7] = 7
row_label[7] = 'one hidden layer, d'."'".' = 16, all layers'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 14
zero = 0
band_low = -0.01
band_high = 0.01
far_unit = ''
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in accuracy at equal steps and data, against dot product'
x_label = 'change in accuracy, better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -0.116079241126; x_high[1] = 0.0429373410769; y_low[1] = 0.64; y_high[1] = 7.36
x_low[2] = -0.116079241126; x_high[2] = 0.0429373410769; y_low[2] = 0.64; y_high[2] = 7.36
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 8
array panel_last[3]
panel_last[1] = 7
panel_last[2] = 14
point_series = '1 2 3 4 5 6 7 1 2 3 4 5 6 7'
width = 1150
height = 340
plot_width = 336
plot_height = 198
y_label_gap = 406.20000000000005
array panel_x[3]
panel_x[1] = 427.2
panel_x[2] = 789.2
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = ''
load plots.'/dots.gp'
