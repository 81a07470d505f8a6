# `gnuplot figures/overhead-threads-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-threads-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-threads-ratio.csv'
out = './figures/overhead-threads-ratio.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'length 256'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'length 256'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'length 1024'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'length 1024'
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 1
series_label[1] = 'dot product'
series_style[2] = 2
series_label[2] = 'neural, d'."'".' = 16'
series_style[3] = 3
series_label[3] = 'additive (Bahdanau)'
series_style[4] = 4
series_label[4] = 'MLP for q, k, v (RoBERTa form)'
series_style[5] = 5
series_label[5] = 'residual bottleneck for q'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'additive (Bahdanau), 2 threads'
row_at[2] = 2
row_label[2] = 'dot product, 2 threads'
row_at[3] = 3
row_label[3] = 'neural, d'."'".' = 16, 2 threads'
row_at[4] = 4
row_label[4] = 'MLP for q, k, v (RoBERTa form), 2 threads'
row_at[5] = 5
row_label[5] = 'residual bottleneck for q, 2 threads'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 20
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[6]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
array legend_y[6]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of a pass over that of the same with 1 thread; less is better'
x_label = 'time / time of the same with 1 thread'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.422274161966; x_high[1] = 1.07220971417; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = 0.422274161966; x_high[2] = 1.07220971417; y_low[2] = 0.76; y_high[2] = 5.24
x_low[3] = 0.422274161966; x_high[3] = 1.07220971417; y_low[3] = 0.76; y_high[3] = 5.24
x_low[4] = 0.422274161966; x_high[4] = 1.07220971417; y_low[4] = 0.76; y_high[4] = 5.24
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 6
panel_first[3] = 11
panel_first[4] = 16
array panel_last[5]
panel_last[1] = 5
panel_last[2] = 10
panel_last[3] = 15
panel_last[4] = 20
point_series = '1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5'
width = 1149
height = 542
plot_width = 365
plot_height = 146
y_label_gap = 347.40000000000003
array panel_x[5]
panel_x[1] = 368.4
panel_x[2] = 759.4
panel_x[3] = 368.4
panel_x[4] = 759.4
array panel_y[5]
panel_y[1] = 84
panel_y[2] = 84
panel_y[3] = 320
panel_y[4] = 320
log_axes = 'x'
load plots.'/ratio.gp'
