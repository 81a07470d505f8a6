# `gnuplot figures/gain-over-training-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-dots.csv'
out = './figures/gain-over-training-dots.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = '200 steps'
panel_at[2] = 2
panel_label[2] = '600 steps'
panel_at[3] = 3
panel_label[3] = '1800 steps'
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
columns = 0
array column_label[1]
array column_at[1]
rows = 4
array row_label[5]
array row_at[5]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much as the MLPs'
row_at[2] = 2
row_label[2] = 'bottleneck for Q'
row_at[3] = 3
row_label[3] = 'linear, Q and K normalised'
row_at[4] = 4
row_label[4] = 'MLP for Q, K, V'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
points = 12
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
far_unit = ' %'
array legend_x[5]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
array legend_y[5]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
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
x_low[1] = -5.89479090048; x_high[1] = 2.78511936384; y_low[1] = 0.82; y_high[1] = 4.18
x_low[2] = -5.89479090048; x_high[2] = 2.78511936384; y_low[2] = 0.82; y_high[2] = 4.18
x_low[3] = -5.89479090048; x_high[3] = 2.78511936384; y_low[3] = 0.82; y_high[3] = 4.18
every = 1
array panel_first[4]
panel_first[1] = 1
panel_first[2] = 5
panel_first[3] = 9
array panel_last[4]
panel_last[1] = 4
panel_last[2] = 8
panel_last[3] = 12
point_series = '1 2 3 4 1 2 3 4 1 2 3 4'
width = 1150
height = 280
plot_width = 238
plot_height = 120
y_label_gap = 339
array panel_x[4]
panel_x[1] = 360
panel_x[2] = 624
panel_x[3] = 888
array panel_y[4]
panel_y[1] = 66
panel_y[2] = 66
panel_y[3] = 66
log_axes = ''
load plots.'/dots.gp'
