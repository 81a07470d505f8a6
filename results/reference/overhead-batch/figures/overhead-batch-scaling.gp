# `gnuplot figures/overhead-batch-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-batch-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-batch-scaling.csv'
out = './figures/overhead-batch-scaling.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = 1
series_label[2] = 'neural, d'."'".' = 16'
series_style[3] = 2
series_label[3] = 'additive (Bahdanau)'
series_style[4] = 3
series_label[4] = 'sigmoid instead of softmax'
series_style[5] = 4
series_label[5] = 'MLP for q, k, v (RoBERTa form)'
series_style[6] = 5
series_label[6] = 'residual bottleneck for q'
series_style[7] = 6
series_label[7] = 'sigmoid gate on the output'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 1
column_label[1] = '1'
column_at[2] = 4
column_label[2] = '4'
column_at[3] = 16
column_label[3] = '16'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 42
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[8]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
array legend_y[8]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
ends = 14
array end_series[15]
end_series[1] = 5
end_series[2] = 3
end_series[3] = 7
end_series[4] = 1
end_series[5] = 2
end_series[6] = 6
end_series[7] = 4
end_series[8] = 5
end_series[9] = 3
end_series[10] = 7
end_series[11] = 6
end_series[12] = 4
end_series[13] = 1
end_series[14] = 2
array end_x[15]
end_x[1] = 675.857142857
end_x[2] = 675.857142857
end_x[3] = 675.857142857
end_x[4] = 675.857142857
end_x[5] = 675.857142857
end_x[6] = 675.857142857
end_x[7] = 675.857142857
end_x[8] = 675.857142857
end_x[9] = 675.857142857
end_x[10] = 675.857142857
end_x[11] = 675.857142857
end_x[12] = 675.857142857
end_x[13] = 675.857142857
end_x[14] = 675.857142857
array end_y[15]
end_y[1] = 98.0715920586
end_y[2] = 202.976352262
end_y[3] = 209.226293822
end_y[4] = 230.398568583
end_y[5] = 233.48935225
end_y[6] = 235.544003554
end_y[7] = 236.80197642
end_y[8] = 432.015389502
end_y[9] = 527.239192459
end_y[10] = 539.259433666
end_y[11] = 567.123840628
end_y[12] = 571.89518417
end_y[13] = 572.398568583
end_y[14] = 573.857410016
array end_label_x[15]
end_label_x[1] = 742
end_label_x[2] = 742
end_label_x[3] = 742
end_label_x[4] = 742
end_label_x[5] = 742
end_label_x[6] = 742
end_label_x[7] = 742
end_label_x[8] = 742
end_label_x[9] = 742
end_label_x[10] = 742
end_label_x[11] = 742
end_label_x[12] = 742
end_label_x[13] = 742
end_label_x[14] = 742
array end_label_y[15]
end_label_y[1] = 98.0715920586
end_label_y[2] = 187.239424482
end_label_y[3] = 202.239424482
end_label_y[4] = 217.239424482
end_label_y[5] = 232.239424482
end_label_y[6] = 247.239424482
end_label_y[7] = 262.239424482
end_label_y[8] = 432.015389502
end_label_y[9] = 521.128938254
end_label_y[10] = 536.128938254
end_label_y[11] = 551.128938254
end_label_y[12] = 566.128938254
end_label_y[13] = 581.128938254
end_label_y[14] = 596.128938254
title_text = 'Time of a pass over that of dot product; less is better'
x_label = 'batch (sequences)'
y_label = 'time / time of dot product'
y_label_beside = 'time / time of dot product'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.846745312363; x_high[1] = 18.8958825829; y_low[1] = 0.453332470571; y_high[1] = 3.42676736956
x_low[2] = 0.846745312363; x_high[2] = 18.8958825829; y_low[2] = 0.453332470571; y_high[2] = 3.42676736956
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 22
array panel_last[3]
panel_last[1] = 21
panel_last[2] = 42
point_series = '1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7'
width = 994
height = 754
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 108
array panel_y[3]
panel_y[1] = 66
panel_y[2] = 408
log_axes = 'xy'
load plots.'/time_slopes.gp'
