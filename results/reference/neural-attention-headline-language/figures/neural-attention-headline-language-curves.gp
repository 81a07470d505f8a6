# `gnuplot figures/neural-attention-headline-language-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-language-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-language-curves.csv'
out = './figures/neural-attention-headline-language-curves.'.format
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
points = 110
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
end_series[2] = 7
end_series[3] = 8
end_series[4] = 3
end_series[5] = 6
end_series[6] = 4
end_series[7] = 2
end_series[8] = 5
end_series[9] = 10
end_series[10] = 1
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
end_y[1] = 315.648804575
end_y[2] = 323.247624032
end_y[3] = 328.552892123
end_y[4] = 335.425252897
end_y[5] = 337.5004627
end_y[6] = 339.694340346
end_y[7] = 340.221125149
end_y[8] = 344.377271189
end_y[9] = 361.82471475
end_y[10] = 379.438774177
end_y[11] = 388.145949609
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
end_label_y[1] = 269.916110141
end_label_y[2] = 284.916110141
end_label_y[3] = 299.916110141
end_label_y[4] = 314.916110141
end_label_y[5] = 329.916110141
end_label_y[6] = 344.916110141
end_label_y[7] = 359.916110141
end_label_y[8] = 374.916110141
end_label_y[9] = 389.916110141
end_label_y[10] = 404.916110141
end_label_y[11] = 419.916110141
title_text = 'Perplexity on the validation split, of each arm at the learning rate that was chosen for it'
x_label = 'optimiser steps'
y_label = 'validation perplexity (per token)'
y_label_beside = 'validation perplexity (per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 36.8; x_high[1] = 843.2; y_low[1] = 6.90448502313; y_high[1] = 14.4038338908
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 110
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11'
width = 1124
height = 504
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/curves.gp'
