# `gnuplot figures/overhead-dprime-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-dprime-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-dprime-scaling.csv'
out = './figures/overhead-dprime-scaling.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 8
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = -1
series_label[2] = 'dot product, score matrix kept'
series_style[3] = 3
series_label[3] = 'neural'
series_style[4] = 4
series_label[4] = 'neural as published: n x n x 2d'."'".' arrays'
series_style[5] = -2
series_label[5] = 'neural with two hidden layers'
series_style[6] = 2
series_label[6] = 'two hidden layers as published'
series_style[7] = -3
series_label[7] = 'additive (Bahdanau)'
series_style[8] = 1
series_label[8] = 'GATv2'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 2
column_label[1] = '2'
column_at[2] = 8
column_label[2] = '8'
column_at[3] = 32
column_label[3] = '32'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 40
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
array legend_x[9]
legend_x[1] = 0
legend_x[2] = 0
legend_x[3] = 0
legend_x[4] = 0
legend_x[5] = 0
legend_x[6] = 0
legend_x[7] = 0
legend_x[8] = 0
array legend_y[9]
legend_y[1] = 0
legend_y[2] = 0
legend_y[3] = 0
legend_y[4] = 0
legend_y[5] = 0
legend_y[6] = 0
legend_y[7] = 0
legend_y[8] = 0
ends = 16
array end_series[17]
end_series[1] = 6
end_series[2] = 4
end_series[3] = 5
end_series[4] = 7
end_series[5] = 2
end_series[6] = 3
end_series[7] = 1
end_series[8] = 8
end_series[9] = 6
end_series[10] = 4
end_series[11] = 5
end_series[12] = 7
end_series[13] = 2
end_series[14] = 3
end_series[15] = 8
end_series[16] = 1
array end_x[17]
end_x[1] = 675.857142857
end_x[2] = 675.857142857
end_x[3] = 675.857142857
end_x[4] = 675.857142857
end_x[5] = 708
end_x[6] = 675.857142857
end_x[7] = 708
end_x[8] = 675.857142857
end_x[9] = 675.857142857
end_x[10] = 675.857142857
end_x[11] = 675.857142857
end_x[12] = 675.857142857
end_x[13] = 708
end_x[14] = 675.857142857
end_x[15] = 675.857142857
end_x[16] = 708
array end_y[17]
end_y[1] = 103.978536309
end_y[2] = 121.906219198
end_y[3] = 248.125346973
end_y[4] = 269.218173719
end_y[5] = 291.601204166
end_y[6] = 300.724879509
end_y[7] = 304.09154743
end_y[8] = 308.045892977
end_y[9] = 431.363262445
end_y[10] = 455.706577513
end_y[11] = 559.82003931
end_y[12] = 592.887041271
end_y[13] = 630.995829224
end_y[14] = 640.33913796
end_y[15] = 644.644828065
end_y[16] = 646.09154743
array end_label_x[17]
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
end_label_x[15] = 742
end_label_x[16] = 742
array end_label_y[17]
end_label_y[1] = 103.978536309
end_label_y[2] = 121.906219198
end_label_y[3] = 248.125346973
end_label_y[4] = 264.73633956
end_label_y[5] = 279.73633956
end_label_y[6] = 294.73633956
end_label_y[7] = 309.73633956
end_label_y[8] = 324.73633956
end_label_y[9] = 431.363262445
end_label_y[10] = 455.706577513
end_label_y[11] = 559.82003931
end_label_y[12] = 592.887041271
end_label_y[13] = 618.01783567
end_label_y[14] = 633.01783567
end_label_y[15] = 648.01783567
end_label_y[16] = 663.01783567
title_text = 'Time of a pass over that of dot product; less is better'
x_label = 'score width d'."'".' (features)'
y_label = 'time / time of dot product'
y_label_beside = 'time / time of dot product'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 1.69349062473; x_high[1] = 37.7917651657; y_low[1] = 0.602145498236; y_high[1] = 44.0355516353
x_low[2] = 1.69349062473; x_high[2] = 37.7917651657; y_low[2] = 0.602145498236; y_high[2] = 44.0355516353
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 21
array panel_last[3]
panel_last[1] = 20
panel_last[2] = 40
point_series = '1 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 1 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8'
width = 1059
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
