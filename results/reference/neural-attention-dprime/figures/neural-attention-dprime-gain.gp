# `gnuplot figures/neural-attention-dprime-gain.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-dprime-gain.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-dprime-gain.csv'
out = './figures/neural-attention-dprime-gain.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 3
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'neural, one hidden layer'
series_style[2] = 1
series_label[2] = 'neural, two hidden layers'
series_style[3] = -2
series_label[3] = 'dot product in d'."'".''
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 1
column_label[1] = '2'
column_at[2] = 2
column_label[2] = '4'
column_at[3] = 3
column_label[3] = '16'
column_at[4] = 4
column_label[4] = '64'
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
band_low = -1.0050167084168058
band_high = 0.99501662508319466
array legend_x[4]
legend_x[1] = 58
legend_x[2] = 298.8
legend_x[3] = 546.8
array legend_y[4]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against dot product'
x_label = 'score width d'."'".' (features)'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = 0.82; x_high[1] = 4.18; y_low[1] = -14.8225572372; y_high[1] = 1.89035099465
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 12
point_series = '1 1 1 1 2 2 2 2 3 3 3 3'
width = 732
height = 534
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 78
log_axes = ''
load plots.'/gain.gp'
