# `gnuplot figures/neural-attention-layers-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-layers-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-layers-dots.csv'
out = './figures/neural-attention-layers-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'neural, d'."'".' = 16, layer 0'
series_style[2] = -2
series_label[2] = 'neural, d'."'".' = 16, layer 1'
series_style[3] = -3
series_label[3] = 'neural, d'."'".' = 16, layer 2'
series_style[4] = -4
series_label[4] = 'neural, d'."'".' = 16, layer 3'
series_style[5] = -5
series_label[5] = 'neural, d'."'".' = 16, all layers'
series_style[6] = 1
series_label[6] = 'neural as published, d'."'".' = 2, layer 0'
series_style[7] = -6
series_label[7] = 'neural as published, d'."'".' = 2, all layers'
series_style[8] = -7
series_label[8] = 'dot product in d'."'".' = 16, layer 0'
series_style[9] = -8
series_label[9] = 'dot product in d'."'".' = 16, layer 1'
series_style[10] = -9
series_label[10] = 'dot product in d'."'".' = 16, layer 2'
series_style[11] = -10
series_label[11] = 'dot product in d'."'".' = 16, layer 3'
series_style[12] = -11
series_label[12] = 'dot product in d'."'".' = 16, all layers'
columns = 0
array column_label[1]
array column_at[1]
rows = 12
array row_label[13]
array row_at[13]
row_at[1] = 1
row_label[1] = 'neural, d'."'".' = 16, layer 1'
row_at[2] = 2
row_label[2] = 'dot product in d'."'".' = 16, layer 3'
row_at[3] = 3
row_label[3] = 'neural, d'."'".' = 16, layer 3'
row_at[4] = 4
row_label[4] = 'neural, d'."'".' = 16, layer 2'
row_at[5] = 5
row_label[5] = 'dot product in d'."'".' = 16, layer 2'
row_at[6] = 6
row_label[6] = 'dot product in d'."'".' = 16, layer 1'
row_at[7] = 7
row_label[7] = 'neural, d'."'".' = 16, layer 0'
row_at[8] = 8
row_label[8] = 'dot product in d'."'".' = 16, all layers'
row_at[9] = 9
row_label[9] = 'neural, d'."'".' = 16, all layers'
row_at[10] = 10
row_label[10] = 'dot product in d'."'".' = 16, layer 0'
row_at[11] = 11
row_label[11] = 'neural as published, d'."'".' = 2, layer 0'
row_at[12] = 12
row_label[12] = 'neural as published, d'."'".' = 2, all layers'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 12
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
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
title_text = 'Change in loss (%) at equal steps and data, against dot product'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -11.1573132662; x_high[1] = 2.16313241376; y_low[1] = 0.34; y_high[1] = 12.66
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 12
point_series = '1 2 3 4 5 6 7 8 9 10 11 12'
width = 976
height = 452
plot_width = 600
plot_height = 328
y_label_gap = 330.60000000000002
array panel_x[2]
panel_x[1] = 351.6
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
