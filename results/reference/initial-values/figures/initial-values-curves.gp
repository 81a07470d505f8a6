# `gnuplot figures/initial-values-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/initial-values-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/initial-values-curves.csv'
out = './figures/initial-values-curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear and dot product'
series_style[2] = 1
series_label[2] = 'neural score'
series_style[3] = 2
series_label[3] = 'neural score with the paper'."'".'s initial values'
series_style[4] = 3
series_label[4] = 'neural score of two hidden layers'
series_style[5] = 4
series_label[5] = 'two hidden layers with the paper'."'".'s initial values'
series_style[6] = 5
series_label[6] = 'bottleneck in the query'
series_style[7] = 6
series_label[7] = 'bottleneck in the query with the paper'."'".'s initial values'
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
points = 70
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
ends = 7
array end_series[8]
end_series[1] = 5
end_series[2] = 4
end_series[3] = 3
end_series[4] = 2
end_series[5] = 7
end_series[6] = 6
end_series[7] = 1
array end_x[8]
end_x[1] = 653.142857143
end_x[2] = 653.142857143
end_x[3] = 653.142857143
end_x[4] = 653.142857143
end_x[5] = 653.142857143
end_x[6] = 653.142857143
end_x[7] = 653.142857143
array end_y[8]
end_y[1] = 329.716148612
end_y[2] = 341.564668512
end_y[3] = 345.047214345
end_y[4] = 352.687454172
end_y[5] = 372.596062496
end_y[6] = 378.710886039
end_y[7] = 394.083445357
array end_label_x[8]
end_label_x[1] = 718
end_label_x[2] = 718
end_label_x[3] = 718
end_label_x[4] = 718
end_label_x[5] = 718
end_label_x[6] = 718
end_label_x[7] = 718
array end_label_y[8]
end_label_y[1] = 314.200839933
end_label_y[2] = 329.200839933
end_label_y[3] = 344.200839933
end_label_y[4] = 359.200839933
end_label_y[5] = 374.200839933
end_label_y[6] = 389.200839933
end_label_y[7] = 404.200839933
title_text = 'Loss on the validation split, of each arm at the learning rate that was chosen for it'
x_label = 'optimiser steps'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 27.6; x_high[1] = 632.4; y_low[1] = 1.97658814788; y_high[1] = 2.72179247299
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 70
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7'
width = 1150
height = 504
plot_width = 576
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/curves.gp'
