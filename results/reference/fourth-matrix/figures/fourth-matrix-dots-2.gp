# `gnuplot figures/fourth-matrix-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/fourth-matrix-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/fourth-matrix-dots-2.csv'
out = './figures/fourth-matrix-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 2
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -8
series_label[1] = 'fourth matrix, FFN wider: equal parameters'
series_style[2] = -9
series_label[2] = 'no output matrix, FFN wider: equal parameters'
columns = 0
array column_label[1]
array column_at[1]
rows = 2
array row_label[3]
array row_at[3]
row_at[1] = 1
row_label[1] = 'fourth matrix, FFN wider: equal parameters'
row_at[2] = 2
row_label[2] = 'no output matrix, FFN wider: equal parameters'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 2
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
title_text = 'Change in loss (%) at equal parameters, against V W_O over all heads, scale inside'
x_label = 'change in loss (%), better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -6.93988597224; x_high[1] = 1.97859070948; y_low[1] = 0.94; y_high[1] = 2.06
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 2
point_series = '1 2'
width = 1026
height = 192
plot_width = 600
plot_height = 68
y_label_gap = 381
array panel_x[2]
panel_x[1] = 402
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
