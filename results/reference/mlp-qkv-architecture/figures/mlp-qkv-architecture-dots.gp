# `gnuplot figures/mlp-qkv-architecture-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-architecture-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-architecture-dots.csv'
out = './figures/mlp-qkv-architecture-dots.'.format
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
rows = 17
array row_label[18]
array row_at[18]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much as 4 maps add'
row_at[2] = 2
row_label[2] = 'linear, FFN wider by as much as twice the width adds'
row_at[3] = 3
row_label[3] = 'linear, FFN wider by as much as 4 times the width adds'
row_at[4] = 4
row_label[4] = 'linear, FFN wider by as much as once the width adds'
row_at[5] = 5
row_label[5] = 'MLP, twice the width, tanh, without LayerNorm'
row_at[6] = 6
row_label[6] = 'MLP, twice the width, without activation, without LayerNorm'
row_at[7] = 7
row_label[7] = 'MLP, twice the width, ReLU, LayerNorm after the activation'
row_at[8] = 8
row_label[8] = 'MLP, twice the width, SiLU, without LayerNorm'
row_at[9] = 9
row_label[9] = 'MLP, twice the width, GELU, without LayerNorm'
row_at[10] = 10
row_label[10] = 'MLP, twice the width, ReLU, LayerNorm before the activation'
row_at[11] = 11
row_label[11] = 'MLP, 4 times the width'
row_at[12] = 12
row_label[12] = 'MLP, once the width'
row_at[13] = 13
row_label[13] = 'MLP, twice the width, squared ReLU, without LayerNorm'
row_at[14] = 14
row_label[14] = 'MLP, twice the width, ReLU, without LayerNorm'
row_at[15] = 15
row_label[15] = 'MLP, half the width'
row_at[16] = 16
row_label[16] = 'MLP, 3 linear maps'
row_at[17] = 17
row_label[17] = 'MLP, 4 linear maps'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 19
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against linear'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -11.6923048802; x_high[1] = 3.15767835616; y_low[1] = 0.04; y_high[1] = 17.96
x_low[2] = -11.6923048802; x_high[2] = 3.15767835616; y_low[2] = 0.04; y_high[2] = 17.96
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 18
array panel_last[3]
panel_last[1] = 17
panel_last[2] = 19
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 2 14'
width = 1150
height = 600
plot_width = 290
plot_height = 458
y_label_gap = 498.60000000000002
array panel_x[3]
panel_x[1] = 519.6
panel_x[2] = 835.6
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = ''
load plots.'/dots.gp'
