# `gnuplot figures/overhead-variants-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-variants-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-variants-ratio.csv'
out = './figures/overhead-variants-ratio.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'length 512'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'length 512'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'length 1024'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'length 1024'
series = 11
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'expressive instead of softmax'
series_style[2] = -2
series_label[2] = 'softmax with a sink at 0'
series_style[3] = -3
series_label[3] = 'softmax with a learned sink a head'
series_style[4] = -4
series_label[4] = 'tanh soft-cap'
series_style[5] = -5
series_label[5] = 'learned function of scores (Fourier)'
series_style[6] = -6
series_label[6] = 'ALiBi'
series_style[7] = -7
series_label[7] = 'forget gate'
series_style[8] = 2
series_label[8] = 'shared LayerNorm and Mish for q, k, v (Ceres)'
series_style[9] = 3
series_label[9] = '2 heads of keys and values'
series_style[10] = 1
series_label[10] = '1 head of keys and values'
series_style[11] = 4
series_label[11] = 'differential attention'
columns = 0
array column_label[1]
array column_at[1]
rows = 11
array row_label[12]
array row_at[12]
row_at[1] = 1
row_label[1] = '1 head of keys and values'
row_at[2] = 2
row_label[2] = '2 heads of keys and values'
row_at[3] = 3
row_label[3] = 'expressive instead of softmax'
row_at[4] = 4
row_label[4] = 'softmax with a sink at 0'
row_at[5] = 5
row_label[5] = 'softmax with a learned sink a head'
row_at[6] = 6
row_label[6] = 'ALiBi'
row_at[7] = 7
row_label[7] = 'forget gate'
row_at[8] = 8
row_label[8] = 'tanh soft-cap'
row_at[9] = 9
row_label[9] = 'learned function of scores (Fourier)'
row_at[10] = 10
row_label[10] = 'differential attention'
row_at[11] = 11
row_label[11] = 'shared LayerNorm and Mish for q, k, v (Ceres)'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 44
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[12]
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
array legend_y[12]
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
x_low[1] = 0.61571991979; x_high[1] = 1.75251382807; y_low[1] = 0.4; y_high[1] = 11.6
x_low[2] = 0.61571991979; x_high[2] = 1.75251382807; y_low[2] = 0.4; y_high[2] = 11.6
x_low[3] = 0.61571991979; x_high[3] = 1.75251382807; y_low[3] = 0.4; y_high[3] = 11.6
x_low[4] = 0.61571991979; x_high[4] = 1.75251382807; y_low[4] = 0.4; y_high[4] = 11.6
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 12
panel_first[3] = 23
panel_first[4] = 34
array panel_last[5]
panel_last[1] = 11
panel_last[2] = 22
panel_last[3] = 33
panel_last[4] = 44
point_series = '1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11 1 2 3 4 5 6 7 8 9 10 11'
width = 1150
height = 854
plot_width = 349
plot_height = 302
y_label_gap = 381
array panel_x[5]
panel_x[1] = 402
panel_x[2] = 777
panel_x[3] = 402
panel_x[4] = 777
array panel_y[5]
panel_y[1] = 84
panel_y[2] = 84
panel_y[3] = 476
panel_y[4] = 476
log_axes = 'x'
load plots.'/ratio.gp'
