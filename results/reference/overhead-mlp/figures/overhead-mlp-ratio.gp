# `gnuplot figures/overhead-mlp-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-ratio.csv'
out = './figures/overhead-mlp-ratio.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 1
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'MLP for q, k, v'
columns = 0
array column_label[1]
array column_at[1]
rows = 37
array row_label[38]
array row_at[38]
row_at[1] = 1
row_label[1] = 'MLP for q, k, v, ReLU, 1 linear map, hidden width 2 times the input'."'".'s, without LayerNorm'
row_at[2] = 2
row_label[2] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_at[3] = 3
row_label[3] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_at[4] = 4
row_label[4] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 1 times the input'."'".'s, without LayerNorm'
row_at[5] = 5
row_label[5] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_at[6] = 6
row_label[6] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 1 times the input'."'".'s, without LayerNorm'
row_at[7] = 7
row_label[7] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_at[8] = 8
row_label[8] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 1 times the input'."'".'s, without LayerNorm'
row_at[9] = 9
row_label[9] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_at[10] = 10
row_label[10] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 1 times the input'."'".'s, without LayerNorm'
row_at[11] = 11
row_label[11] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_at[12] = 12
row_label[12] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_at[13] = 13
row_label[13] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_at[14] = 14
row_label[14] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 2 times the input'."'".'s, without LayerNorm'
row_at[15] = 15
row_label[15] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_at[16] = 16
row_label[16] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 2 times the input'."'".'s, without LayerNorm'
row_at[17] = 17
row_label[17] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_at[18] = 18
row_label[18] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_at[19] = 19
row_label[19] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_at[20] = 20
row_label[20] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 2 times the input'."'".'s, without LayerNorm'
row_at[21] = 21
row_label[21] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_at[22] = 22
row_label[22] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 4 times the input'."'".'s, LayerNorm after the activation'
row_at[23] = 23
row_label[23] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_at[24] = 24
row_label[24] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 4 times the input'."'".'s, LayerNorm after the activation'
row_at[25] = 25
row_label[25] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_at[26] = 26
row_label[26] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_at[27] = 27
row_label[27] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 2 times the input'."'".'s, without LayerNorm'
row_at[28] = 28
row_label[28] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_at[29] = 29
row_label[29] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_at[30] = 30
row_label[30] = 'MLP for q, k, v, ReLU, 2 linear maps, hidden width 4 times the input'."'".'s, without LayerNorm'
row_at[31] = 31
row_label[31] = 'MLP for q, k, v, without activation, 2 linear maps, hidden width 4 times the input'."'".'s, without LayerNorm'
row_at[32] = 32
row_label[32] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 4 times the input'."'".'s, without LayerNorm'
row_at[33] = 33
row_label[33] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 4 times the input'."'".'s, LayerNorm after the activation'
row_at[34] = 34
row_label[34] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 4 times the input'."'".'s, without LayerNorm'
row_at[35] = 35
row_label[35] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_at[36] = 36
row_label[36] = 'MLP for q, k, v, ReLU, 3 linear maps, hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_at[37] = 37
row_label[37] = 'MLP for q, k, v, without activation, 3 linear maps, hidden width 4 times the input'."'".'s, LayerNorm after the activation'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 50
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[2]
legend_x[1] = 0
array legend_y[2]
legend_y[1] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of a pass over that of linear; less is better'
x_label = 'time / time of linear'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
row_label[1] = 'MLP for q, k, v, ReLU, 1 linear map,'."\n".'hidden width 2 times the input'."'".'s, without LayerNorm'
row_label[2] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_label[3] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_label[4] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 1 times the input'."'".'s, without LayerNorm'
row_label[5] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_label[6] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 1 times the input'."'".'s, without LayerNorm'
row_label[7] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_label[8] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 1 times the input'."'".'s, without LayerNorm'
row_label[9] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_label[10] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 1 times the input'."'".'s, without LayerNorm'
row_label[11] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm before the activation'
row_label[12] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_label[13] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 1 times the input'."'".'s, LayerNorm after the activation'
row_label[14] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 2 times the input'."'".'s, without LayerNorm'
row_label[15] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_label[16] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 2 times the input'."'".'s, without LayerNorm'
row_label[17] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_label[18] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_label[19] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_label[20] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 2 times the input'."'".'s, without LayerNorm'
row_label[21] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_label[22] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm after the activation'
row_label[23] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_label[24] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm after the activation'
row_label[25] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_label[26] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm before the activation'
row_label[27] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 2 times the input'."'".'s, without LayerNorm'
row_label[28] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 2 times the input'."'".'s, LayerNorm after the activation'
row_label[29] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_label[30] = 'MLP for q, k, v, ReLU, 2 linear maps,'."\n".'hidden width 4 times the input'."'".'s, without LayerNorm'
row_label[31] = 'MLP for q, k, v, without activation, 2 linear maps,'."\n".'hidden width 4 times the input'."'".'s, without LayerNorm'
row_label[32] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 4 times the input'."'".'s, without LayerNorm'
row_label[33] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm after the activation'
row_label[34] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 4 times the input'."'".'s, without LayerNorm'
row_label[35] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_label[36] = 'MLP for q, k, v, ReLU, 3 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm before the activation'
row_label[37] = 'MLP for q, k, v, without activation, 3 linear maps,'."\n".'hidden width 4 times the input'."'".'s, LayerNorm after the activation'
x_low[1] = 0.73796001005; x_high[1] = 29.6588278953; y_low[1] = -1.16; y_high[1] = 39.16
x_low[2] = 0.73796001005; x_high[2] = 29.6588278953; y_low[2] = -1.16; y_high[2] = 39.16
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 38
array panel_last[3]
panel_last[1] = 37
panel_last[2] = 50
point_series = '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1'
width = 1150
height = 2082
plot_width = 265
plot_height = 1940
y_label_gap = 549
array panel_x[3]
panel_x[1] = 570
panel_x[2] = 861
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = 'x'
load plots.'/ratio.gp'
