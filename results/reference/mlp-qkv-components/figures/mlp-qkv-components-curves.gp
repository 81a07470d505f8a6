# `gnuplot figures/mlp-qkv-components-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-components-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-components-curves.csv'
out = './figures/mlp-qkv-components-curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'ReLU on linear projections, no hidden layer'
series_style[3] = -2
series_label[3] = 'linear, FFN wider by as much as depth 2 adds'
series_style[4] = -3
series_label[4] = 'linear, FFN wider by as much as depth 3 adds'
series_style[5] = -4
series_label[5] = 'MLP, 2 linear maps, without activation, without LayerNorm'
series_style[6] = -5
series_label[6] = 'MLP, 2 linear maps, without activation, LayerNorm before the activation'
series_style[7] = 1
series_label[7] = 'MLP, 2 linear maps, ReLU, without LayerNorm'
series_style[8] = -6
series_label[8] = 'MLP, 2 linear maps, ReLU, LayerNorm before the activation'
series_style[9] = -7
series_label[9] = 'MLP, 3 linear maps, without activation, without LayerNorm'
series_style[10] = -8
series_label[10] = 'MLP, 3 linear maps, without activation, LayerNorm before the activation'
series_style[11] = -9
series_label[11] = 'MLP, 3 linear maps, ReLU, without LayerNorm'
series_style[12] = -10
series_label[12] = 'MLP, 3 linear maps, ReLU, LayerNorm before the activation'
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
points = 120
array legend_x[13]
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
array legend_y[13]
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
ends = 12
array end_series[13]
end_series[1] = 11
end_series[2] = 12
end_series[3] = 2
end_series[4] = 9
end_series[5] = 10
end_series[6] = 7
end_series[7] = 8
end_series[8] = 5
end_series[9] = 1
end_series[10] = 6
end_series[11] = 3
end_series[12] = 4
array end_x[13]
end_x[1] = 543.357142857
end_x[2] = 543.357142857
end_x[3] = 543.357142857
end_x[4] = 543.357142857
end_x[5] = 543.357142857
end_x[6] = 543.357142857
end_x[7] = 543.357142857
end_x[8] = 543.357142857
end_x[9] = 543.357142857
end_x[10] = 543.357142857
end_x[11] = 543.357142857
end_x[12] = 543.357142857
array end_y[13]
end_y[1] = 314.528657953
end_y[2] = 322.599848771
end_y[3] = 337.892003321
end_y[4] = 342.288083848
end_y[5] = 345.074674713
end_y[6] = 346.871440883
end_y[7] = 355.666675247
end_y[8] = 366.837220029
end_y[9] = 372.712151165
end_y[10] = 379.52761176
end_y[11] = 392.77988574
end_y[12] = 394.428731696
array end_label_x[13]
end_label_x[1] = 602
end_label_x[2] = 602
end_label_x[3] = 602
end_label_x[4] = 602
end_label_x[5] = 602
end_label_x[6] = 602
end_label_x[7] = 602
end_label_x[8] = 602
end_label_x[9] = 602
end_label_x[10] = 602
end_label_x[11] = 602
end_label_x[12] = 602
array end_label_y[13]
end_label_y[1] = 255.5
end_label_y[2] = 270.5
end_label_y[3] = 285.5
end_label_y[4] = 300.5
end_label_y[5] = 315.5
end_label_y[6] = 330.5
end_label_y[7] = 345.5
end_label_y[8] = 360.5
end_label_y[9] = 375.5
end_label_y[10] = 390.5
end_label_y[11] = 405.5
end_label_y[12] = 420.5
title_text = 'Loss on the validation split, of each arm at the learning rate that was chosen for it'
x_label = 'optimiser steps'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 36.8; x_high[1] = 843.2; y_low[1] = 1.80867262122; y_high[1] = 2.70903918128
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 120
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12'
width = 1150
height = 504
plot_width = 460
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/curves.gp'
