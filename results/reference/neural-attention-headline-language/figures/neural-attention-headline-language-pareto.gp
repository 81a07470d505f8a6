# `gnuplot figures/neural-attention-headline-language-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-language-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-language-pareto.csv'
out = './figures/neural-attention-headline-language-pareto.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 10
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'dot product of normalised q and k'
series_style[2] = 1
series_label[2] = 'as published: two hidden layers, d'."'".' = 2, layer 0'
series_style[3] = -2
series_label[3] = 'the same, d'."'".' = 16'
series_style[4] = -3
series_label[4] = 'one hidden layer, d'."'".' = 16, layer 0'
series_style[5] = -4
series_label[5] = 'one hidden layer, d'."'".' = 16, all layers'
series_style[6] = -5
series_label[6] = 'dot product in d'."'".' = 2, layer 0'
series_style[7] = -6
series_label[7] = 'dot product in d'."'".' = 16, layer 0'
series_style[8] = -7
series_label[8] = 'dot product in d'."'".' = 16, all layers'
series_style[9] = -8
series_label[9] = 'the same for every query, layer 0'
series_style[10] = -9
series_label[10] = 'dot product plus neural, layer 0'
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
points = 14
array legend_x[11]
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
array legend_y[11]
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
ends = 10
array end_series[11]
end_series[1] = 10
end_series[2] = 9
end_series[3] = 4
end_series[4] = 3
end_series[5] = 1
end_series[6] = 5
end_series[7] = 2
end_series[8] = 7
end_series[9] = 6
end_series[10] = 8
array end_x[11]
end_x[1] = 291.481398133
end_x[2] = 174.009229183
end_x[3] = 282.893742493
end_x[4] = 626.338019805
end_x[5] = 343.994021917
end_x[6] = 321.337949439
end_x[7] = 270.584698571
end_x[8] = 217.444841019
end_x[9] = 225.557591523
end_x[10] = 275.531216301
array end_y[11]
end_y[1] = 127.909570089
end_y[2] = 210.174457087
end_y[3] = 271.179056796
end_y[4] = 288.776393799
end_y[5] = 289.000151597
end_y[6] = 289.547021483
end_y[7] = 298.424920041
end_y[8] = 322.736581273
end_y[9] = 333.724866921
end_y[10] = 356.711910474
array end_label_x[11]
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
array end_label_y[11]
end_label_y[1] = 127.909570089
end_label_y[2] = 210.174457087
end_label_y[3] = 253.762612798
end_label_y[4] = 268.762612798
end_label_y[5] = 283.762612798
end_label_y[6] = 298.762612798
end_label_y[7] = 313.762612798
end_label_y[8] = 328.762612798
end_label_y[9] = 343.762612798
end_label_y[10] = 358.762612798
title_text = 'Change in perplexity (%) at equal steps and data, against dot product, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in perplexity (%), better upward'
y_label_beside = 'change in perplexity (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.794980437467; x_high[1] = 2.01080378188; y_low[1] = -19.0543490228; y_high[1] = 8.09817448841
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 14
point_series = '0 0 0 0 1 2 3 4 5 6 7 8 9 10'
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
load plots.'/pareto.gp'
