# `gnuplot figures/mlp-qkv-headline-translation-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-translation-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-translation-lr_curves.csv'
out = './figures/mlp-qkv-headline-translation-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swapped in after 600 steps'
panel_at[2] = 2
panel_label[2] = 'there from the first step'
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, FFN wider by as much'
series_style[3] = -2
series_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code), without activation'
series_style[4] = 1
series_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code), ReLU'
series_style[5] = -3
series_label[5] = 'MLP for Q, K, V (RoBERTa code)'
series_style[6] = -4
series_label[6] = 'linear, nothing begun anew'
series_style[7] = -5
series_label[7] = 'MLP for Q, K, V, equal to the trained linear maps at first'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.001
column_label[1] = '0.001'
column_at[2] = 0.002
column_label[2] = '0.002'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.008
column_label[4] = '0.008'
column_at[5] = 0.016
column_label[5] = '0.016'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 54
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
ends = 9
array end_series[10]
end_series[1] = 7
end_series[2] = 5
end_series[3] = 1
end_series[4] = 6
end_series[5] = 3
end_series[6] = 4
end_series[7] = 5
end_series[8] = 1
end_series[9] = 2
array end_x[10]
end_x[1] = 591.625
end_x[2] = 591.625
end_x[3] = 591.625
end_x[4] = 591.625
end_x[5] = 591.625
end_x[6] = 591.625
end_x[7] = 591.625
end_x[8] = 591.625
end_x[9] = 591.625
array end_y[10]
end_y[1] = 229.059209765
end_y[2] = 260.949111715
end_y[3] = 293.628891542
end_y[4] = 296.616433546
end_y[5] = 422.464285714
end_y[6] = 441.510435919
end_y[7] = 465.338681568
end_y[8] = 476.746254537
end_y[9] = 510.821340193
array end_label_x[10]
end_label_x[1] = 653
end_label_x[2] = 653
end_label_x[3] = 653
end_label_x[4] = 653
end_label_x[5] = 653
end_label_x[6] = 653
end_label_x[7] = 653
end_label_x[8] = 653
end_label_x[9] = 653
array end_label_y[10]
end_label_y[1] = 229.059209765
end_label_y[2] = 260.949111715
end_label_y[3] = 287.622662544
end_label_y[4] = 302.622662544
end_label_y[5] = 422.464285714
end_label_y[6] = 441.510435919
end_label_y[7] = 463.542468053
end_label_y[8] = 478.542468053
end_label_y[9] = 510.821340193
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.000846745312363; x_high[1] = 0.0188958825829; y_low[1] = 1.88050717395; y_high[1] = 3.51751669431
x_low[2] = 0.000846745312363; x_high[2] = 0.0188958825829; y_low[2] = 1.88050717395; y_high[2] = 3.51751669431
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 25
array panel_last[3]
panel_last[1] = 24
panel_last[2] = 54
point_series = '1 1 1 1 1 1 5 5 5 5 5 5 6 6 6 6 6 6 7 7 7 7 7 7 1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5'
width = 1150
height = 754
plot_width = 511
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
