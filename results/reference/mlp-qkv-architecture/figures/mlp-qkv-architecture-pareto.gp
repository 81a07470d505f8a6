# `gnuplot figures/mlp-qkv-architecture-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-architecture-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-architecture-pareto.csv'
out = './figures/mlp-qkv-architecture-pareto.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'LayerNorm before each block'
panel_at[2] = 2
panel_label[2] = 'LayerNorm after each block'
series = 17
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'MLP, twice the width, without activation, without LayerNorm'
series_style[2] = 1
series_label[2] = 'MLP, twice the width, ReLU, without LayerNorm'
series_style[3] = -2
series_label[3] = 'MLP, twice the width, ReLU, LayerNorm before the activation'
series_style[4] = -3
series_label[4] = 'MLP, twice the width, ReLU, LayerNorm after the activation'
series_style[5] = -4
series_label[5] = 'MLP, twice the width, GELU, without LayerNorm'
series_style[6] = -5
series_label[6] = 'MLP, twice the width, SiLU, without LayerNorm'
series_style[7] = -6
series_label[7] = 'MLP, twice the width, tanh, without LayerNorm'
series_style[8] = -7
series_label[8] = 'MLP, twice the width, squared ReLU, without LayerNorm'
series_style[9] = -8
series_label[9] = 'MLP, half the width'
series_style[10] = -9
series_label[10] = 'MLP, once the width'
series_style[11] = -10
series_label[11] = 'MLP, 4 times the width'
series_style[12] = -11
series_label[12] = 'MLP, 3 linear maps'
series_style[13] = -12
series_label[13] = 'MLP, 4 linear maps'
series_style[14] = -13
series_label[14] = 'linear, FFN wider by as much as twice the width adds'
series_style[15] = -14
series_label[15] = 'linear, FFN wider by as much as once the width adds'
series_style[16] = -15
series_label[16] = 'linear, FFN wider by as much as 4 times the width adds'
series_style[17] = -16
series_label[17] = 'linear, FFN wider by as much as 4 maps add'
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
points = 27
array legend_x[18]
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
legend_x[13] = 0
legend_x[14] = 0
legend_x[15] = 0
legend_x[16] = 0
legend_x[17] = 0
array legend_y[18]
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
legend_y[13] = 0
legend_y[14] = 0
legend_y[15] = 0
legend_y[16] = 0
legend_y[17] = 0
ends = 19
array end_series[20]
end_series[1] = 17
end_series[2] = 14
end_series[3] = 16
end_series[4] = 15
end_series[5] = 7
end_series[6] = 1
end_series[7] = 4
end_series[8] = 6
end_series[9] = 5
end_series[10] = 3
end_series[11] = 2
end_series[12] = 11
end_series[13] = 10
end_series[14] = 8
end_series[15] = 9
end_series[16] = 12
end_series[17] = 13
end_series[18] = 14
end_series[19] = 2
array end_x[20]
end_x[1] = 607.950722958
end_x[2] = 304.910736846
end_x[3] = 468.140283458
end_x[4] = 195.178203752
end_x[5] = 317.4968516
end_x[6] = 303.666224706
end_x[7] = 363.858498597
end_x[8] = 324.653921762
end_x[9] = 331.576174499
end_x[10] = 367.000851989
end_x[11] = 307.196930313
end_x[12] = 453.190270533
end_x[13] = 207.932828824
end_x[14] = 310.87730037
end_x[15] = 156.456600199
end_x[16] = 453.507574455
end_x[17] = 565.922144689
end_x[18] = 281.884577958
end_x[19] = 307.762300062
array end_y[20]
end_y[1] = 100.174525131
end_y[2] = 103.815623015
end_y[3] = 104.106230844
end_y[4] = 112.716538307
end_y[5] = 120.037270421
end_y[6] = 128.176845369
end_y[7] = 130.900096204
end_y[8] = 145.455352915
end_y[9] = 146.036442509
end_y[10] = 156.003793644
end_y[11] = 173.946871435
end_y[12] = 176.650092077
end_y[13] = 179.753181455
end_y[14] = 193.502661666
end_y[15] = 208.443647865
end_y[16] = 243.412921047
end_y[17] = 296.026526785
end_y[18] = 443.980048177
end_y[19] = 557.641706289
array end_label_x[20]
end_label_x[1] = 689
end_label_x[2] = 689
end_label_x[3] = 689
end_label_x[4] = 689
end_label_x[5] = 689
end_label_x[6] = 689
end_label_x[7] = 689
end_label_x[8] = 689
end_label_x[9] = 689
end_label_x[10] = 689
end_label_x[11] = 689
end_label_x[12] = 689
end_label_x[13] = 689
end_label_x[14] = 689
end_label_x[15] = 689
end_label_x[16] = 689
end_label_x[17] = 689
end_label_x[18] = 689
end_label_x[19] = 689
array end_label_y[20]
end_label_y[1] = 73.5
end_label_y[2] = 88.5
end_label_y[3] = 103.5
end_label_y[4] = 118.5
end_label_y[5] = 133.5
end_label_y[6] = 148.5
end_label_y[7] = 163.5
end_label_y[8] = 178.5
end_label_y[9] = 193.5
end_label_y[10] = 208.5
end_label_y[11] = 223.5
end_label_y[12] = 238.5
end_label_y[13] = 253.5
end_label_y[14] = 268.5
end_label_y[15] = 283.5
end_label_y[16] = 298.5
end_label_y[17] = 313.5
end_label_y[18] = 443.980048177
end_label_y[19] = 557.641706289
title_text = 'Change in loss (%) at equal steps and data, against linear, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.937694882671; x_high[1] = 3.11587018412; y_low[1] = -11.6923048802; y_high[1] = 3.15767835616
x_low[2] = 0.937694882671; x_high[2] = 3.11587018412; y_low[2] = -11.6923048802; y_high[2] = 3.15767835616
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 23
array panel_last[3]
panel_last[1] = 22
panel_last[2] = 27
point_series = '0 0 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 0 0 0 2 14'
width = 1150
height = 754
plot_width = 547
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
