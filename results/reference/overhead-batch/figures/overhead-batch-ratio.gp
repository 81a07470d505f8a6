# `gnuplot figures/overhead-batch-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-batch-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-batch-ratio.csv'
out = './figures/overhead-batch-ratio.'.format
plots = '../../../plots'
panels = 6
array panel_label[7]
array panel_at[7]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'batch 1'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'batch 1'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'batch 4'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'batch 4'
panel_at[5] = 5
panel_label[5] = 'forward pass'."\n".'batch 16'
panel_at[6] = 6
panel_label[6] = 'forward and backward pass'."\n".'batch 16'
series = 6
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'neural, d'."'".' = 16'
series_style[2] = 2
series_label[2] = 'additive (Bahdanau)'
series_style[3] = 3
series_label[3] = 'sigmoid instead of softmax'
series_style[4] = 4
series_label[4] = 'MLP for q, k, v (RoBERTa form)'
series_style[5] = 5
series_label[5] = 'residual bottleneck for q'
series_style[6] = 6
series_label[6] = 'sigmoid gate on the output'
columns = 0
array column_label[1]
array column_at[1]
rows = 6
array row_label[7]
array row_at[7]
row_at[1] = 1
row_label[1] = 'neural, d'."'".' = 16'
row_at[2] = 2
row_label[2] = 'sigmoid instead of softmax'
row_at[3] = 3
row_label[3] = 'residual bottleneck for q'
row_at[4] = 4
row_label[4] = 'sigmoid gate on the output'
row_at[5] = 5
row_label[5] = 'additive (Bahdanau)'
row_at[6] = 6
row_label[6] = 'MLP for q, k, v (RoBERTa form)'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 36
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[7]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
array legend_y[7]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of a pass over that of dot product; less is better'
x_label = 'time / time of dot product'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.453332470571; x_high[1] = 3.42676736956; y_low[1] = 0.7; y_high[1] = 6.3
x_low[2] = 0.453332470571; x_high[2] = 3.42676736956; y_low[2] = 0.7; y_high[2] = 6.3
x_low[3] = 0.453332470571; x_high[3] = 3.42676736956; y_low[3] = 0.7; y_high[3] = 6.3
x_low[4] = 0.453332470571; x_high[4] = 3.42676736956; y_low[4] = 0.7; y_high[4] = 6.3
x_low[5] = 0.453332470571; x_high[5] = 3.42676736956; y_low[5] = 0.7; y_high[5] = 6.3
x_low[6] = 0.453332470571; x_high[6] = 3.42676736956; y_low[6] = 0.7; y_high[6] = 6.3
every = 1
array panel_first[7]
panel_first[1] = 1
panel_first[2] = 7
panel_first[3] = 13
panel_first[4] = 19
panel_first[5] = 25
panel_first[6] = 31
array panel_last[7]
panel_last[1] = 6
panel_last[2] = 12
panel_last[3] = 18
panel_last[4] = 24
panel_last[5] = 30
panel_last[6] = 36
point_series = '1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6 1 2 3 4 5 6'
width = 1086
height = 856
plot_width = 380
plot_height = 172
y_label_gap = 255
array panel_x[7]
panel_x[1] = 276
panel_x[2] = 682
panel_x[3] = 276
panel_x[4] = 682
panel_x[5] = 276
panel_x[6] = 682
array panel_y[7]
panel_y[1] = 84
panel_y[2] = 84
panel_y[3] = 346
panel_y[4] = 346
panel_y[5] = 608
panel_y[6] = 608
log_axes = 'x'
load plots.'/ratio.gp'
