# `gnuplot figures/matrix-recall-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-recall-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-recall-dots.csv'
out = './figures/matrix-recall-dots.'.format
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
series_label[1] = 'damaged control: same weights for every query'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V'
series_style[3] = 2
series_label[3] = 'output gate'
columns = 0
array column_label[1]
array column_at[1]
rows = 3
array row_label[4]
array row_at[4]
row_at[1] = 1
row_label[1] = 'MLP for Q, K, V'
row_at[2] = 2
row_label[2] = 'output gate'
row_at[3] = 3
row_label[3] = 'damaged control: same weights for every query'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 3
zero = 0
band_low = -0.01
band_high = 0.01
far_unit = ''
array legend_x[4]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
array legend_y[4]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in accuracy at equal steps and data, against softmax of dot products'
x_label = 'change in accuracy, better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -0.823652686597; x_high[1] = 0.53635239091; y_low[1] = 0.88; y_high[1] = 3.12
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 3
point_series = '1 2 3'
width = 1026
height = 218
plot_width = 600
plot_height = 94
y_label_gap = 381
array panel_x[2]
panel_x[1] = 402
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
