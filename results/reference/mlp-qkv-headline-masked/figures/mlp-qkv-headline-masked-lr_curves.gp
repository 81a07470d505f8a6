# `gnuplot figures/mlp-qkv-headline-masked-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-masked-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-masked-lr_curves.csv'
out = './figures/mlp-qkv-headline-masked-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swapped in after 500 steps'
panel_at[2] = 2
panel_label[2] = 'there from the first step'
series = 8
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'linear, FFN wider by as much'
series_style[3] = 1
series_label[3] = 'MLP for Q, K, V (RoBERTa code), ReLU'
series_style[4] = -2
series_label[4] = 'MLP for Q, K, V (RoBERTa code), without activation'
series_style[5] = -3
series_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), without activation'
series_style[6] = -4
series_label[6] = 'MLP with LayerNorm for Q, K, O (Marian code), ReLU'
series_style[7] = -5
series_label[7] = 'linear, nothing begun anew'
series_style[8] = -6
series_label[8] = 'MLP for Q, K, V, equal to the trained linear maps at first'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 52
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
ends = 10
array end_series[11]
end_series[1] = 3
end_series[2] = 8
end_series[3] = 7
end_series[4] = 1
end_series[5] = 4
end_series[6] = 5
end_series[7] = 3
end_series[8] = 6
end_series[9] = 2
end_series[10] = 1
array end_x[11]
end_x[1] = 591.625
end_x[2] = 591.625
end_x[3] = 591.625
end_x[4] = 591.625
end_x[5] = 591.625
end_x[6] = 591.625
end_x[7] = 591.625
end_x[8] = 591.625
end_x[9] = 591.625
end_x[10] = 591.625
array end_y[11]
end_y[1] = 245.875125951
end_y[2] = 261.784317926
end_y[3] = 289.556380814
end_y[4] = 291.603444739
end_y[5] = 422.464285714
end_y[6] = 445.406230407
end_y[7] = 611.926647225
end_y[8] = 612.052793086
end_y[9] = 614.67566744
end_y[10] = 649.327492462
array end_label_x[11]
end_label_x[1] = 653
end_label_x[2] = 653
end_label_x[3] = 653
end_label_x[4] = 653
end_label_x[5] = 653
end_label_x[6] = 653
end_label_x[7] = 653
end_label_x[8] = 653
end_label_x[9] = 653
end_label_x[10] = 653
array end_label_y[11]
end_label_y[1] = 245.875125951
end_label_y[2] = 261.784317926
end_label_y[3] = 283.079912776
end_label_y[4] = 298.079912776
end_label_y[5] = 422.464285714
end_label_y[6] = 445.406230407
end_label_y[7] = 597.885035917
end_label_y[8] = 612.885035917
end_label_y[9] = 627.885035917
end_label_y[10] = 649.327492462
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00176540599258; x_high[1] = 0.0181261421647; y_low[1] = 4.81246114916; y_high[1] = 5.39914483986
x_low[2] = 0.00176540599258; x_high[2] = 0.0181261421647; y_low[2] = 4.81246114916; y_high[2] = 5.39914483986
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 21
array panel_last[3]
panel_last[1] = 20
panel_last[2] = 52
point_series = '1 1 1 1 1 3 3 3 3 3 7 7 7 7 7 8 8 8 8 8 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 6 6 6 6 6'
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
