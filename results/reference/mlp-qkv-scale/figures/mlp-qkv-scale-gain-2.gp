# `gnuplot figures/mlp-qkv-scale-gain-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-gain-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-gain-2.csv'
out = './figures/mlp-qkv-scale-gain-2.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'width 32'
panel_at[2] = 2
panel_label[2] = 'width 64'
panel_at[3] = 3
panel_label[3] = 'width 128'
series = 2
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, FFN wider by as much'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 1
column_label[1] = '1000'
column_at[2] = 2
column_label[2] = '6000'
column_at[3] = 3
column_label[3] = '36000'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 18
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
array legend_x[3]
legend_x[1] = 58
legend_x[2] = 327.6
array legend_y[3]
legend_y[1] = 48
legend_y[2] = 48
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against linear'
x_label = 'training records'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.88; x_high[1] = 3.12; y_low[1] = -8.56104768186; y_high[1] = 4.52895484692
x_low[2] = 0.88; x_high[2] = 3.12; y_low[2] = -8.56104768186; y_high[2] = 4.52895484692
x_low[3] = 0.88; x_high[3] = 3.12; y_low[3] = -8.56104768186; y_high[3] = 4.52895484692
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 7
panel_first[3] = 13
array panel_last[4]
panel_last[1] = 6
panel_last[2] = 12
panel_last[3] = 18
point_series = '1 1 1 2 2 2 1 1 1 2 2 2 1 1 1 2 2 2'
width = 1148
height = 442
plot_width = 292
plot_height = 270
y_label_gap = 87
array panel_x[4]
panel_x[1] = 108
panel_x[2] = 470
panel_x[3] = 832
array panel_y[4]
panel_y[1] = 96
panel_y[2] = 96
panel_y[3] = 96
log_axes = ''
load plots.'/gain.gp'
