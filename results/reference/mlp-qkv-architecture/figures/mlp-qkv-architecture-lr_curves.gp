# `gnuplot figures/mlp-qkv-architecture-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-architecture-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-architecture-lr_curves.csv'
out = './figures/mlp-qkv-architecture-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'LayerNorm before each block'
panel_at[2] = 2
panel_label[2] = 'LayerNorm after each block'
series = 18
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'MLP, twice the width, without activation, without LayerNorm'
series_style[3] = 1
series_label[3] = 'MLP, twice the width, ReLU, without LayerNorm'
series_style[4] = -2
series_label[4] = 'MLP, twice the width, ReLU, LayerNorm before the activation'
series_style[5] = -3
series_label[5] = 'MLP, twice the width, ReLU, LayerNorm after the activation'
series_style[6] = -4
series_label[6] = 'MLP, twice the width, GELU, without LayerNorm'
series_style[7] = -5
series_label[7] = 'MLP, twice the width, SiLU, without LayerNorm'
series_style[8] = -6
series_label[8] = 'MLP, twice the width, tanh, without LayerNorm'
series_style[9] = -7
series_label[9] = 'MLP, twice the width, squared ReLU, without LayerNorm'
series_style[10] = -8
series_label[10] = 'MLP, half the width'
series_style[11] = -9
series_label[11] = 'MLP, once the width'
series_style[12] = -10
series_label[12] = 'MLP, 4 times the width'
series_style[13] = -11
series_label[13] = 'MLP, 3 linear maps'
series_style[14] = -12
series_label[14] = 'MLP, 4 linear maps'
series_style[15] = -13
series_label[15] = 'linear, FFN wider by as much as twice the width adds'
series_style[16] = -14
series_label[16] = 'linear, FFN wider by as much as once the width adds'
series_style[17] = -15
series_label[17] = 'linear, FFN wider by as much as 4 times the width adds'
series_style[18] = -16
series_label[18] = 'linear, FFN wider by as much as 4 maps add'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
column_at[5] = 0.032
column_label[5] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 127
array legend_x[19]
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
legend_x[18] = 0
array legend_y[19]
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
legend_y[18] = 0
ends = 21
array end_series[22]
end_series[1] = 13
end_series[2] = 14
end_series[3] = 9
end_series[4] = 3
end_series[5] = 12
end_series[6] = 6
end_series[7] = 11
end_series[8] = 8
end_series[9] = 2
end_series[10] = 10
end_series[11] = 7
end_series[12] = 4
end_series[13] = 5
end_series[14] = 15
end_series[15] = 16
end_series[16] = 18
end_series[17] = 17
end_series[18] = 1
end_series[19] = 3
end_series[20] = 1
end_series[21] = 15
array end_x[22]
end_x[1] = 625.696428571
end_x[2] = 625.696428571
end_x[3] = 625.696428571
end_x[4] = 625.696428571
end_x[5] = 625.696428571
end_x[6] = 625.696428571
end_x[7] = 625.696428571
end_x[8] = 625.696428571
end_x[9] = 625.696428571
end_x[10] = 625.696428571
end_x[11] = 625.696428571
end_x[12] = 625.696428571
end_x[13] = 625.696428571
end_x[14] = 625.696428571
end_x[15] = 625.696428571
end_x[16] = 625.696428571
end_x[17] = 625.696428571
end_x[18] = 625.696428571
end_x[19] = 625.696428571
end_x[20] = 625.696428571
end_x[21] = 625.696428571
array end_y[22]
end_y[1] = 229.326506196
end_y[2] = 229.546238934
end_y[3] = 229.569237739
end_y[4] = 229.710563476
end_y[5] = 233.412405554
end_y[6] = 236.525319617
end_y[7] = 242.617094184
end_y[8] = 257.368924061
end_y[9] = 261.634850415
end_y[10] = 262.277654224
end_y[11] = 271.940626518
end_y[12] = 279.505870092
end_y[13] = 285.016061681
end_y[14] = 308.509166431
end_y[15] = 308.709423674
end_y[16] = 309.656340186
end_y[17] = 311.218849853
end_y[18] = 313.054553794
end_y[19] = 422.464285714
end_y[20] = 616.881728124
end_y[21] = 626.176924074
array end_label_x[22]
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
end_label_x[20] = 689
end_label_x[21] = 689
array end_label_y[22]
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
end_label_y[18] = 328.5
end_label_y[19] = 422.464285714
end_label_y[20] = 614.029326099
end_label_y[21] = 629.029326099
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.88942449408; y_high[1] = 3.43264616131
x_low[2] = 0.00169349062473; x_high[2] = 0.0377917651657; y_low[2] = 1.88942449408; y_high[2] = 3.43264616131
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 109
array panel_last[3]
panel_last[1] = 108
panel_last[2] = 127
point_series = '1 1 1 1 1 1 2 2 2 2 2 2 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 6 6 6 6 6 6 7 7 7 7 7 7 8 8 8 8 8 8 9 9 9 9 9 9 10 10 10 10 10 10 11 11 11 11 11 11 12 12 12 12 12 12 13 13 13 13 13 13 14 14 14 14 14 14 15 15 15 15 15 15 16 16 16 16 16 16 17 17 17 17 17 17 18 18 18 18 18 18 1 1 1 1 1 1 3 3 3 3 3 3 3 15 15 15 15 15 15'
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
load plots.'/lr_curves.gp'
