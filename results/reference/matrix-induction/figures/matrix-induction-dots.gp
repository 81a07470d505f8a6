# `gnuplot figures/matrix-induction-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/matrix-induction-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/matrix-induction-dots.csv'
out = './figures/matrix-induction-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 18
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'damaged control: same weights for every query'
series_style[2] = -2
series_label[2] = 'MLP for Q, K, V'
series_style[3] = -3
series_label[3] = 'bottleneck query with GELU'
series_style[4] = -4
series_label[4] = 'no query matrix'
series_style[5] = -5
series_label[5] = 'ReLU on Q, K, V'
series_style[6] = -6
series_label[6] = 'one head of keys and values'
series_style[7] = -7
series_label[7] = 'neural score'
series_style[8] = -8
series_label[8] = 'neural score as published, first layer'
series_style[9] = -9
series_label[9] = 'learned function of scores'
series_style[10] = -10
series_label[10] = 'scores below 5 by tanh'
series_style[11] = -11
series_label[11] = 'forgetting'
series_style[12] = 1
series_label[12] = 'expressive: z^2 / (1 + z^2)'
series_style[13] = -12
series_label[13] = 'softmax with a learned sink'
series_style[14] = -13
series_label[14] = 'output gate'
series_style[15] = -14
series_label[15] = 'difference of two softmaxes'
series_style[16] = -15
series_label[16] = 'fourth matrix'
series_style[17] = -16
series_label[17] = 'wider feed-forward net, as MLP for Q, K, V'
series_style[18] = -17
series_label[18] = 'wider feed-forward net, as the gate'
columns = 0
array column_label[1]
array column_at[1]
rows = 18
array row_label[19]
array row_at[19]
row_at[1] = 1
row_label[1] = 'bottleneck query with GELU'
row_at[2] = 2
row_label[2] = 'ReLU on Q, K, V'
row_at[3] = 3
row_label[3] = 'one head of keys and values'
row_at[4] = 4
row_label[4] = 'neural score'
row_at[5] = 5
row_label[5] = 'learned function of scores'
row_at[6] = 6
row_label[6] = 'scores below 5 by tanh'
row_at[7] = 7
row_label[7] = 'softmax with a learned sink'
row_at[8] = 8
row_label[8] = 'output gate'
row_at[9] = 9
row_label[9] = 'fourth matrix'
row_at[10] = 10
row_label[10] = 'wider feed-forward net, as MLP for Q, K, V'
row_at[11] = 11
row_label[11] = 'wider feed-forward net, as the gate'
row_at[12] = 12
row_label[12] = 'forgetting'
row_at[13] = 13
row_label[13] = 'expressive: z^2 / (1 + z^2)'
row_at[14] = 14
row_label[14] = 'difference of two softmaxes'
row_at[15] = 15
row_label[15] = 'MLP for Q, K, V'
row_at[16] = 16
row_label[16] = 'no query matrix'
row_at[17] = 17
row_label[17] = 'neural score as published, first layer'
row_at[18] = 18
row_label[18] = 'damaged control: same weights for every query'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 18
zero = 0
band_low = -0.02
band_high = 0.02
far_unit = ''
array legend_x[19]
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
legend_x[13] = 0
legend_x[14] = 0
legend_x[15] = 0
legend_x[16] = 0
legend_x[17] = 0
legend_x[18] = 0
array legend_y[19]
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
legend_y[13] = 0
legend_y[14] = 0
legend_y[15] = 0
legend_y[16] = 0
legend_y[17] = 0
legend_y[18] = 0
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
x_low[1] = -0.165911048473; x_high[1] = 0.0305232668947; y_low[1] = -0.02; y_high[1] = 19.02
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 18
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18'
width = 1026
height = 608
plot_width = 600
plot_height = 484
y_label_gap = 381
array panel_x[2]
panel_x[1] = 402
array panel_y[2]
panel_y[1] = 48
log_axes = ''
load plots.'/dots.gp'
