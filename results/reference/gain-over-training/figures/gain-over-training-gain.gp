# `gnuplot figures/gain-over-training-gain.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-gain.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-gain.csv'
out = './figures/gain-over-training-gain.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 4
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, Q and K normalised'
series_style[2] = 1
series_label[2] = 'bottleneck for Q'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V'
series_style[4] = -3
series_label[4] = 'linear, FFN wider by as much as the MLPs'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 1
column_label[1] = '200'
column_at[2] = 2
column_label[2] = '600'
column_at[3] = 3
column_label[3] = '1800'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 12
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
array legend_x[5]
legend_x[1] = 58
legend_x[2] = 313.2
legend_x[3] = 496.4
legend_x[4] = 58
array legend_y[5]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 66
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against linear'
x_label = 'steps'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.88; x_high[1] = 3.12; y_low[1] = -5.89479090048; y_high[1] = 2.78511936384
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 12
point_series = '1 1 1 2 2 2 3 3 3 4 4 4'
width = 732
height = 552
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 96
log_axes = ''
load plots.'/gain.gp'
