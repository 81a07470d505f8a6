# `gnuplot figures/overhead-step-masked-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-step-masked-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-step-masked-ratio.csv'
out = './figures/overhead-step-masked-ratio.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 15
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 4
series_label[1] = 'MLP for Q, K, V'
series_style[2] = -1
series_label[2] = 'bottleneck query with GELU'
series_style[3] = 3
series_label[3] = 'no query matrix'
series_style[4] = -2
series_label[4] = 'ReLU on Q, K, V'
series_style[5] = 1
series_label[5] = 'one head of keys and values'
series_style[6] = -3
series_label[6] = 'neural score'
series_style[7] = -4
series_label[7] = 'neural score as published, first layer'
series_style[8] = -5
series_label[8] = 'learned function of scores'
series_style[9] = -6
series_label[9] = 'scores below 5 by tanh'
series_style[10] = -7
series_label[10] = 'expressive: z^2 / (1 + z^2)'
series_style[11] = -8
series_label[11] = 'softmax with a learned sink'
series_style[12] = -9
series_label[12] = 'output gate'
series_style[13] = -10
series_label[13] = 'difference of two softmaxes'
series_style[14] = -11
series_label[14] = 'fourth matrix'
series_style[15] = 2
series_label[15] = 'wider feed-forward net, as MLP for Q, K, V'
columns = 0
array column_label[1]
array column_at[1]
rows = 15
array row_label[16]
array row_at[16]
row_at[1] = 1
row_label[1] = 'one head of keys and values'
row_at[2] = 2
row_label[2] = 'no query matrix'
row_at[3] = 3
row_label[3] = 'fourth matrix'
row_at[4] = 4
row_label[4] = 'expressive: z^2 / (1 + z^2)'
row_at[5] = 5
row_label[5] = 'ReLU on Q, K, V'
row_at[6] = 6
row_label[6] = 'softmax with a learned sink'
row_at[7] = 7
row_label[7] = 'bottleneck query with GELU'
row_at[8] = 8
row_label[8] = 'scores below 5 by tanh'
row_at[9] = 9
row_label[9] = 'output gate'
row_at[10] = 10
row_label[10] = 'difference of two softmaxes'
row_at[11] = 11
row_label[11] = 'neural score as published, first layer'
row_at[12] = 12
row_label[12] = 'neural score'
row_at[13] = 13
row_label[13] = 'learned function of scores'
row_at[14] = 14
row_label[14] = 'MLP for Q, K, V'
row_at[15] = 15
row_label[15] = 'wider feed-forward net, as MLP for Q, K, V'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 15
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[16]
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
array legend_y[16]
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
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of a training step over that of softmax of dot products; less is better'
x_label = 'time / time of softmax of dot products'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.892042350626; x_high[1] = 1.45836552943; y_low[1] = 0.16; y_high[1] = 15.84
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 15
point_series = '1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'
width = 1001
height = 530
plot_width = 600
plot_height = 406
y_label_gap = 355.80000000000001
array panel_x[2]
panel_x[1] = 376.8
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/ratio.gp'
