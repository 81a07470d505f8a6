# `gnuplot figures/nonlinear-query-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/nonlinear-query-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/nonlinear-query-dots.csv'
out = './figures/nonlinear-query-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 23
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'damaged control: same weights for every query'
series_style[2] = -2
series_label[2] = 'linear, half the scale'
series_style[3] = -3
series_label[3] = 'identity, half the scale, without QK-norm'
series_style[4] = -4
series_label[4] = 'identity, half the scale, QK-norm (RMS)'
series_style[5] = -5
series_label[5] = 'identity, without QK-norm'
series_style[6] = -6
series_label[6] = 'identity, QK-norm (RMS)'
series_style[7] = -7
series_label[7] = 'x + W x, without QK-norm'
series_style[8] = -8
series_label[8] = 'x + W x, QK-norm (RMS)'
series_style[9] = 1
series_label[9] = 'bottleneck with GELU, as published, without QK-norm'
series_style[10] = -9
series_label[10] = 'bottleneck with GELU, as published, QK-norm (RMS)'
series_style[11] = -10
series_label[11] = 'bottleneck without its activation, without QK-norm'
series_style[12] = -11
series_label[12] = 'bottleneck without its activation, QK-norm (RMS)'
series_style[13] = -12
series_label[13] = 'bottleneck with GELU, full scale, without QK-norm'
series_style[14] = -13
series_label[14] = 'bottleneck with GELU, full scale, QK-norm (RMS)'
series_style[15] = -14
series_label[15] = 'linear, FFN one unit wider: equal parameters, without QK-norm'
series_style[16] = -15
series_label[16] = 'linear, FFN one unit wider: equal parameters, QK-norm (RMS)'
series_style[17] = 4
series_label[17] = 'identity, half the scale, FFN wider: equal parameters, without QK-norm'
series_style[18] = -16
series_label[18] = 'identity, half the scale, FFN wider: equal parameters, QK-norm (RMS)'
series_style[19] = 2
series_label[19] = 'linear, FFN wider: 12.5 % more parameters, without QK-norm'
series_style[20] = -17
series_label[20] = 'linear, FFN wider: 12.5 % more parameters, QK-norm (RMS)'
series_style[21] = -18
series_label[21] = 'linear, Q and K normed without gains'
series_style[22] = 3
series_label[22] = 'bottleneck with GELU, a norm a head, K normed alone'
series_style[23] = -19
series_label[23] = 'the same without its activation'
columns = 0
array column_label[1]
array column_at[1]
rows = 23
array row_label[24]
array row_at[24]
row_at[1] = 1
row_label[1] = 'linear, FFN wider: 12.5 % more parameters, QK-norm (RMS)'
row_at[2] = 2
row_label[2] = 'linear, FFN wider: 12.5 % more parameters, without QK-norm'
row_at[3] = 3
row_label[3] = 'bottleneck with GELU, full scale, without QK-norm'
row_at[4] = 4
row_label[4] = 'linear, FFN one unit wider: equal parameters, QK-norm (RMS)'
row_at[5] = 5
row_label[5] = 'linear, FFN one unit wider: equal parameters, without QK-norm'
row_at[6] = 6
row_label[6] = 'the same without its activation'
row_at[7] = 7
row_label[7] = 'bottleneck with GELU, as published, without QK-norm'
row_at[8] = 8
row_label[8] = 'bottleneck with GELU, full scale, QK-norm (RMS)'
row_at[9] = 9
row_label[9] = 'x + W x, without QK-norm'
row_at[10] = 10
row_label[10] = 'linear, Q and K normed without gains'
row_at[11] = 11
row_label[11] = 'bottleneck with GELU, a norm a head, K normed alone'
row_at[12] = 12
row_label[12] = 'identity, QK-norm (RMS)'
row_at[13] = 13
row_label[13] = 'bottleneck without its activation, without QK-norm'
row_at[14] = 14
row_label[14] = 'linear, half the scale'
row_at[15] = 15
row_label[15] = 'identity, without QK-norm'
row_at[16] = 16
row_label[16] = 'x + W x, QK-norm (RMS)'
row_at[17] = 17
row_label[17] = 'damaged control: same weights for every query'
row_at[18] = 18
row_label[18] = 'bottleneck with GELU, as published, QK-norm (RMS)'
row_at[19] = 19
row_label[19] = 'identity, half the scale, QK-norm (RMS)'
row_at[20] = 20
row_label[20] = 'identity, half the scale, without QK-norm'
row_at[21] = 21
row_label[21] = 'identity, half the scale, FFN wider: equal parameters, without QK-norm'
row_at[22] = 22
row_label[22] = 'identity, half the scale, FFN wider: equal parameters, QK-norm (RMS)'
row_at[23] = 23
row_label[23] = 'bottleneck without its activation, QK-norm (RMS)'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 23
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
far_unit = ' %'
array legend_x[24]
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
legend_x[19] = 0
legend_x[20] = 0
legend_x[21] = 0
legend_x[22] = 0
legend_x[23] = 0
array legend_y[24]
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
legend_y[19] = 0
legend_y[20] = 0
legend_y[21] = 0
legend_y[22] = 0
legend_y[23] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, each against its own baseline'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
row_label[21] = 'identity, half the scale, FFN wider: equal parameters,'."\n".'without QK-norm'
row_label[22] = 'identity, half the scale, FFN wider: equal parameters,'."\n".'QK-norm (RMS)'
x_low[1] = -8.95428474003; x_high[1] = 2.59639724333; y_low[1] = -0.32; y_high[1] = 24.32
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 23
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23'
width = 1150
height = 1336
plot_width = 589
plot_height = 1212
y_label_gap = 515.39999999999998
array panel_x[2]
panel_x[1] = 536.4
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
