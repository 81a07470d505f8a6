# `gnuplot figures/nonlinear-query-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/nonlinear-query-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/nonlinear-query-dots-2.csv'
out = './figures/nonlinear-query-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -3
series_label[1] = 'identity, half the scale, without QK-norm'
series_style[2] = -4
series_label[2] = 'identity, half the scale, QK-norm (RMS)'
series_style[3] = -7
series_label[3] = 'x + W x, without QK-norm'
series_style[4] = -8
series_label[4] = 'x + W x, QK-norm (RMS)'
series_style[5] = 1
series_label[5] = 'bottleneck with GELU, as published, without QK-norm'
series_style[6] = -9
series_label[6] = 'bottleneck with GELU, as published, QK-norm (RMS)'
series_style[7] = -10
series_label[7] = 'bottleneck without its activation, without QK-norm'
series_style[8] = -11
series_label[8] = 'bottleneck without its activation, QK-norm (RMS)'
series_style[9] = -12
series_label[9] = 'bottleneck with GELU, full scale, without QK-norm'
series_style[10] = -13
series_label[10] = 'bottleneck with GELU, full scale, QK-norm (RMS)'
series_style[11] = 3
series_label[11] = 'bottleneck with GELU, a norm a head, K normed alone'
series_style[12] = -19
series_label[12] = 'the same without its activation'
columns = 0
array column_label[1]
array column_at[1]
rows = 12
array row_label[13]
array row_at[13]
row_at[1] = 1
row_label[1] = 'identity, half the scale, QK-norm (RMS)'
row_at[2] = 2
row_label[2] = 'identity, half the scale, without QK-norm'
row_at[3] = 3
row_label[3] = 'the same without its activation'
row_at[4] = 4
row_label[4] = 'bottleneck with GELU, full scale, without QK-norm'
row_at[5] = 5
row_label[5] = 'bottleneck with GELU, a norm a head, K normed alone'
row_at[6] = 6
row_label[6] = 'bottleneck with GELU, as published, without QK-norm'
row_at[7] = 7
row_label[7] = 'x + W x, without QK-norm'
row_at[8] = 8
row_label[8] = 'bottleneck with GELU, full scale, QK-norm (RMS)'
row_at[9] = 9
row_label[9] = 'bottleneck without its activation, without QK-norm'
row_at[10] = 10
row_label[10] = 'x + W x, QK-norm (RMS)'
row_at[11] = 11
row_label[11] = 'bottleneck with GELU, as published, QK-norm (RMS)'
row_at[12] = 12
row_label[12] = 'bottleneck without its activation, QK-norm (RMS)'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 12
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
far_unit = ' %'
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal parameters, each against its own control of as many parameters; 0 is that control and'."\n".'not the baseline'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -9.71760462464; x_high[1] = 3.70115014511; y_low[1] = 0.34; y_high[1] = 12.66
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 12
point_series = '1 2 3 4 5 6 7 8 9 10 11 12'
width = 1077
height = 470
plot_width = 600
plot_height = 328
y_label_gap = 431.40000000000003
array panel_x[2]
panel_x[1] = 452.4
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/dots.gp'
