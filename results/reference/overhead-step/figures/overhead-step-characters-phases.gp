# `gnuplot figures/overhead-step-characters-phases.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-step-characters-phases.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-step-characters-phases.csv'
out = './figures/overhead-step-characters-phases.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 9
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'batch'
series_style[2] = 2
series_label[2] = 'embedding'
series_style[3] = 3
series_label[3] = 'norms'
series_style[4] = 4
series_label[4] = 'projections'
series_style[5] = 5
series_label[5] = 'scores'
series_style[6] = 6
series_label[6] = 'weights'
series_style[7] = 7
series_label[7] = 'feed-forward'
series_style[8] = 8
series_label[8] = 'head'
series_style[9] = 9
series_label[9] = 'optimiser'
columns = 0
array column_label[1]
array column_at[1]
rows = 17
array row_label[18]
array row_at[18]
row_at[1] = 1
row_label[1] = 'one head of keys and values'
row_at[2] = 2
row_label[2] = 'no query matrix'
row_at[3] = 3
row_label[3] = 'fourth matrix'
row_at[4] = 4
row_label[4] = 'softmax of dot products'
row_at[5] = 5
row_label[5] = 'softmax with a learned sink'
row_at[6] = 6
row_label[6] = 'expressive: z^2 / (1 + z^2)'
row_at[7] = 7
row_label[7] = 'neural score as published, first layer'
row_at[8] = 8
row_label[8] = 'ReLU on Q, K, V'
row_at[9] = 9
row_label[9] = 'forgetting'
row_at[10] = 10
row_label[10] = 'scores below 5 by tanh'
row_at[11] = 11
row_label[11] = 'neural score'
row_at[12] = 12
row_label[12] = 'bottleneck query with GELU'
row_at[13] = 13
row_label[13] = 'output gate'
row_at[14] = 14
row_label[14] = 'difference of two softmaxes'
row_at[15] = 15
row_label[15] = 'learned function of scores'
row_at[16] = 16
row_label[16] = 'MLP for Q, K, V'
row_at[17] = 17
row_label[17] = 'wider feed-forward net, as MLP for Q, K, V'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 170
array legend_x[10]
legend_x[1] = 58
legend_x[2] = 162
legend_x[3] = 294.8
legend_x[4] = 398.8
legend_x[5] = 546
legend_x[6] = 657.2
legend_x[7] = 775.6
legend_x[8] = 930
legend_x[9] = 58
array legend_y[10]
legend_y[1] = 48
legend_y[2] = 48
legend_y[3] = 48
legend_y[4] = 48
legend_y[5] = 48
legend_y[6] = 48
legend_y[7] = 48
legend_y[8] = 48
legend_y[9] = 66
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Share of the time of a training step (%) by what it is spent on; at the end of each bar the whole time'
x_label = 'share of the time of a training step (%)'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 1
x_low[1] = -6; x_high[1] = 106; y_low[1] = 0.04; y_high[1] = 17.96
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 170
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9 9'
width = 1071
height = 630
plot_width = 600
plot_height = 458
y_label_gap = 355.80000000000001
array panel_x[2]
panel_x[1] = 376.8
array panel_y[2]
panel_y[1] = 96
log_axes = ''
load plots.'/phases.gp'
