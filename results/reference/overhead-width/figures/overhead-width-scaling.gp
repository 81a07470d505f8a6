# `gnuplot figures/overhead-width-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-width-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-width-scaling.csv'
out = './figures/overhead-width-scaling.'.format
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
series_label[4] = 'bilinear'
series_style[5] = 4
series_label[5] = 'MLP for q, k, v (RoBERTa form)'
series_style[6] = 5
series_label[6] = 'residual bottleneck for q'
series_style[7] = 6
series_label[7] = 'sigmoid gate on the output'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 128
column_label[1] = '128'
column_at[2] = 512
column_label[2] = '512'
column_at[3] = 1024
column_label[3] = '1024'
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
end_series[2] = 7
end_series[3] = 3
end_series[4] = 2
end_series[5] = 4
end_series[6] = 6
end_series[7] = 1
end_series[8] = 5
end_series[9] = 3
end_series[10] = 7
end_series[11] = 1
end_series[12] = 4
end_series[13] = 2
end_series[14] = 6
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
end_y[1] = 94.1224796855
end_y[2] = 246.608555513
end_y[3] = 249.907798588
end_y[4] = 281.592479149
end_y[5] = 281.993343038
end_y[6] = 283.877234994
end_y[7] = 286.740030284
end_y[8] = 446.633911101
end_y[9] = 577.741017736
end_y[10] = 585.101464521
end_y[11] = 628.740030284
end_y[12] = 632.0640834
end_y[13] = 634.028239587
end_y[14] = 635.4346615
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
end_label_y[1] = 94.1224796855
end_label_y[2] = 234.286573594
end_label_y[3] = 249.286573594
end_label_y[4] = 264.286573594
end_label_y[5] = 279.286573594
end_label_y[6] = 294.286573594
end_label_y[7] = 309.286573594
end_label_y[8] = 446.633911101
end_label_y[9] = 573.921241129
end_label_y[10] = 588.921241129
end_label_y[11] = 610.066753693
end_label_y[12] = 625.066753693
end_label_y[13] = 640.066753693
end_label_y[14] = 655.066753693
title_text = 'Time of a pass over that of dot product; less is better'
x_label = 'model width (features)'
y_label = 'time / time of dot product'
y_label_beside = 'time / time of dot product'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 112.985983525; x_high[1] = 1160.07309854; y_low[1] = 0.754573453615; y_high[1] = 3.5321133946
x_low[2] = 112.985983525; x_high[2] = 1160.07309854; y_low[2] = 0.754573453615; y_high[2] = 3.5321133946
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
