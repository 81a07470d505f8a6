# `gnuplot figures/mlp-qkv-stability-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-stability-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-stability-dots.csv'
out = './figures/mlp-qkv-stability-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'no gradient clipping'
panel_at[2] = 2
panel_label[2] = 'gradient clip 1'
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, Q and K normalised'
series_style[2] = -2
series_label[2] = 'MLP for Q, K, V'
series_style[3] = -3
series_label[3] = 'MLP with LayerNorm'
series_style[4] = -4
series_label[4] = 'MLP without its activation'
series_style[5] = 1
series_label[5] = 'bottleneck for Q'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'MLP without its activation'
row_at[2] = 2
row_label[2] = 'bottleneck for Q'
row_at[3] = 3
row_label[3] = 'MLP with LayerNorm'
row_at[4] = 4
row_label[4] = 'MLP for Q, K, V'
row_at[5] = 5
row_label[5] = 'linear, Q and K normalised'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 10
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
array legend_x[6]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
array legend_y[6]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
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
x_low[1] = -3.75088614377; x_high[1] = 5.38069650625; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = -3.75088614377; x_high[2] = 5.38069650625; y_low[2] = 0.76; y_high[2] = 5.24
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 6
array panel_last[3]
panel_last[1] = 5
panel_last[2] = 10
point_series = '1 2 3 4 5 1 2 3 4 5'
width = 1053
height = 288
plot_width = 380
plot_height = 146
y_label_gap = 221.40000000000001
array panel_x[3]
panel_x[1] = 242.4
panel_x[2] = 648.4
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 66
log_axes = ''
load plots.'/dots.gp'
