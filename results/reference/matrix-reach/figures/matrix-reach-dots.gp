# `gnuplot figures/matrix-reach-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-reach-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-reach-dots.csv'
out = './figures/matrix-reach-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 10
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'damaged control: same weights for every query'
series_style[2] = -2
series_label[2] = 'MLP for Q, K, V'
series_style[3] = -3
series_label[3] = 'bottleneck query with GELU'
series_style[4] = -4
series_label[4] = 'neural score'
series_style[5] = -5
series_label[5] = 'neural score as published, first layer'
series_style[6] = -6
series_label[6] = 'forgetting'
series_style[7] = 1
series_label[7] = 'expressive: z^2 / (1 + z^2)'
series_style[8] = -7
series_label[8] = 'output gate'
series_style[9] = -8
series_label[9] = 'wider feed-forward net, as MLP for Q, K, V'
series_style[10] = -9
series_label[10] = 'wider feed-forward net, as the gate'
columns = 0
array column_label[1]
array column_at[1]
rows = 10
array row_label[11]
array row_at[11]
row_at[1] = 1
row_label[1] = 'wider feed-forward net, as MLP for Q, K, V'
row_at[2] = 2
row_label[2] = 'wider feed-forward net, as the gate'
row_at[3] = 3
row_label[3] = 'output gate'
row_at[4] = 4
row_label[4] = 'expressive: z^2 / (1 + z^2)'
row_at[5] = 5
row_label[5] = 'bottleneck query with GELU'
row_at[6] = 6
row_label[6] = 'forgetting'
row_at[7] = 7
row_label[7] = 'neural score'
row_at[8] = 8
row_label[8] = 'MLP for Q, K, V'
row_at[9] = 9
row_label[9] = 'damaged control: same weights for every query'
row_at[10] = 10
row_label[10] = 'neural score as published, first layer'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 10
zero = 0
band_low = -0.01
band_high = 0.01
far_unit = ''
array legend_x[11]
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
array legend_y[11]
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in accuracy at 4 to 8 times the length at equal steps and data, against softmax of dot products'
x_label = 'change in accuracy at 4 to 8 times the length, better to the right'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -0.893598784234; x_high[1] = 0.135386404035; y_low[1] = 0.46; y_high[1] = 10.54
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 10
point_series = '1 2 3 4 5 6 7 8 9 10'
width = 1026
height = 400
plot_width = 600
plot_height = 276
y_label_gap = 381
array panel_x[2]
panel_x[1] = 402
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
