# `gnuplot figures/mlp-qkv-scale-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-scale-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-scale-dots.csv'
out = './figures/mlp-qkv-scale-dots.'.format
plots = '../../../plots'
panels = 9
array panel_label[10]
array panel_at[10]
panel_at[1] = 1
panel_label[1] = 'width 32, 1000 training records'
panel_at[2] = 2
panel_label[2] = 'width 32, 6000 training records'
panel_at[3] = 3
panel_label[3] = 'width 32, 36000 training records'
panel_at[4] = 4
panel_label[4] = 'width 64, 1000 training records'
panel_at[5] = 5
panel_label[5] = 'width 64, 6000 training records'
panel_at[6] = 6
panel_label[6] = 'width 64, 36000 training records'
panel_at[7] = 7
panel_label[7] = 'width 128, 1000 training records'
panel_at[8] = 8
panel_label[8] = 'width 128, 6000 training records'
panel_at[9] = 9
panel_label[9] = 'width 128, 36000 training records'
series = 2
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, FFN wider by as much'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V'
columns = 0
array column_label[1]
array column_at[1]
rows = 2
array row_label[3]
array row_at[3]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 18
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
far_unit = ' %'
array legend_x[3]
legend_x[1] = 0
legend_x[2] = 0
array legend_y[3]
legend_y[1] = 0
legend_y[2] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against linear'
x_label = 'change in loss (%), better to the'."\n".'right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -8.56104768186; x_high[1] = 4.52895484692; y_low[1] = 0.94; y_high[1] = 2.06
x_low[2] = -8.56104768186; x_high[2] = 4.52895484692; y_low[2] = 0.94; y_high[2] = 2.06
x_low[3] = -8.56104768186; x_high[3] = 4.52895484692; y_low[3] = 0.94; y_high[3] = 2.06
x_low[4] = -8.56104768186; x_high[4] = 4.52895484692; y_low[4] = 0.94; y_high[4] = 2.06
x_low[5] = -8.56104768186; x_high[5] = 4.52895484692; y_low[5] = 0.94; y_high[5] = 2.06
x_low[6] = -8.56104768186; x_high[6] = 4.52895484692; y_low[6] = 0.94; y_high[6] = 2.06
x_low[7] = -8.56104768186; x_high[7] = 4.52895484692; y_low[7] = 0.94; y_high[7] = 2.06
x_low[8] = -8.56104768186; x_high[8] = 4.52895484692; y_low[8] = 0.94; y_high[8] = 2.06
x_low[9] = -8.56104768186; x_high[9] = 4.52895484692; y_low[9] = 0.94; y_high[9] = 2.06
every = 1
array panel_first[10]
panel_first[1] = 1
panel_first[2] = 3
panel_first[3] = 5
panel_first[4] = 7
panel_first[5] = 9
panel_first[6] = 11
panel_first[7] = 13
panel_first[8] = 15
panel_first[9] = 17
array panel_last[10]
panel_last[1] = 2
panel_last[2] = 4
panel_last[3] = 6
panel_last[4] = 8
panel_last[5] = 10
panel_last[6] = 12
panel_last[7] = 14
panel_last[8] = 16
panel_last[9] = 18
point_series = '1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2 1 2'
width = 1149
height = 508
plot_width = 271
plot_height = 68
y_label_gap = 238.20000000000005
array panel_x[10]
panel_x[1] = 259.2
panel_x[2] = 556.2
panel_x[3] = 853.2
panel_x[4] = 259.2
panel_x[5] = 556.2
panel_x[6] = 853.2
panel_x[7] = 259.2
panel_x[8] = 556.2
panel_x[9] = 853.2
array panel_y[10]
panel_y[1] = 66
panel_y[2] = 66
panel_y[3] = 66
panel_y[4] = 206
panel_y[5] = 206
panel_y[6] = 206
panel_y[7] = 346
panel_y[8] = 346
panel_y[9] = 346
log_axes = ''
load plots.'/dots.gp'
