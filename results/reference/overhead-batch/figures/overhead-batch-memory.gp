# `gnuplot figures/overhead-batch-memory.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-batch-memory.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-batch-memory.csv'
out = './figures/overhead-batch-memory.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward pass'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'
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
points = 84
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
ends = 28
array end_series[29]
end_series[1] = 5
end_series[2] = 6
end_series[3] = 1
end_series[4] = 4
end_series[5] = 7
end_series[6] = 2
end_series[7] = 3
end_series[8] = 5
end_series[9] = 6
end_series[10] = 7
end_series[11] = 2
end_series[12] = 3
end_series[13] = 1
end_series[14] = 4
end_series[15] = 5
end_series[16] = 7
end_series[17] = 6
end_series[18] = 2
end_series[19] = 3
end_series[20] = 1
end_series[21] = 4
end_series[22] = 5
end_series[23] = 7
end_series[24] = 6
end_series[25] = 2
end_series[26] = 3
end_series[27] = 1
end_series[28] = 4
array end_x[29]
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
end_x[15] = 675.857142857
end_x[16] = 675.857142857
end_x[17] = 675.857142857
end_x[18] = 675.857142857
end_x[19] = 675.857142857
end_x[20] = 675.857142857
end_x[21] = 675.857142857
end_x[22] = 675.857142857
end_x[23] = 675.857142857
end_x[24] = 675.857142857
end_x[25] = 675.857142857
end_x[26] = 675.857142857
end_x[27] = 675.857142857
end_x[28] = 675.857142857
array end_y[29]
end_y[1] = 98.4642857143
end_y[2] = 98.4642857143
end_y[3] = 308.510202435
end_y[4] = 308.510202435
end_y[5] = 308.510202435
end_y[6] = 339.535714286
end_y[7] = 339.535714286
end_y[8] = 495.479650428
end_y[9] = 624.36878527
end_y[10] = 642.938585503
end_y[11] = 679.538744521
end_y[12] = 680.315108208
end_y[13] = 680.323746459
end_y[14] = 681.535714286
end_y[15] = 943.208016681
end_y[16] = 970.646445294
end_y[17] = 984.648757686
end_y[18] = 990.737430674
end_y[19] = 990.738577192
end_y[20] = 992.510202435
end_y[21] = 992.510202435
end_y[22] = 1205.83192866
end_y[23] = 1320.57975123
end_y[24] = 1331.2815273
end_y[25] = 1361.95434912
end_y[26] = 1361.98395007
end_y[27] = 1364.32374646
end_y[28] = 1364.59677914
array end_label_x[29]
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
end_label_x[17] = 742
end_label_x[18] = 742
end_label_x[19] = 742
end_label_x[20] = 742
end_label_x[21] = 742
end_label_x[22] = 742
end_label_x[23] = 742
end_label_x[24] = 742
end_label_x[25] = 742
end_label_x[26] = 742
end_label_x[27] = 742
end_label_x[28] = 742
array end_label_y[29]
end_label_y[1] = 91.5
end_label_y[2] = 106.5
end_label_y[3] = 286.5
end_label_y[4] = 301.5
end_label_y[5] = 316.5
end_label_y[6] = 331.5
end_label_y[7] = 346.5
end_label_y[8] = 495.479650428
end_label_y[9] = 613.5
end_label_y[10] = 628.5
end_label_y[11] = 643.5
end_label_y[12] = 658.5
end_label_y[13] = 673.5
end_label_y[14] = 688.5
end_label_y[15] = 935.7142332
end_label_y[16] = 950.7142332
end_label_y[17] = 965.7142332
end_label_y[18] = 980.7142332
end_label_y[19] = 995.7142332
end_label_y[20] = 1010.7142332
end_label_y[21] = 1025.7142332
end_label_y[22] = 1205.83192866
end_label_y[23] = 1297.5
end_label_y[24] = 1312.5
end_label_y[25] = 1327.5
end_label_y[26] = 1342.5
end_label_y[27] = 1357.5
end_label_y[28] = 1372.5
title_text = 'Working memory of the kernel, and peak memory of its process, over dot product'."'".'s; less is better. Panels'."\n".'have one scale where they show the same'
x_label = 'batch (sequences)'
y_label = 'working memory / dot product'."'".'s'
y_label_beside = 'peak resident memory / dot product'."'".'s'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 1
legend = 0
x_low[1] = 0.846745312363; x_high[1] = 18.8958825829; y_low[1] = 0.619387872712; y_high[1] = 10.6352239726
x_low[2] = 0.846745312363; x_high[2] = 18.8958825829; y_low[2] = 0.946057471169; y_high[2] = 2.45868103121
x_low[3] = 0.846745312363; x_high[3] = 18.8958825829; y_low[3] = 0.619387872712; y_high[3] = 10.6352239726
x_low[4] = 0.846745312363; x_high[4] = 18.8958825829; y_low[4] = 0.946057471169; y_high[4] = 2.45868103121
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 22
panel_first[3] = 43
panel_first[4] = 64
array panel_last[5]
panel_last[1] = 21
panel_last[2] = 42
panel_last[3] = 63
panel_last[4] = 84
point_series = '1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7'
width = 994
height = 1456
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[5]
panel_x[1] = 108
panel_x[2] = 108
panel_x[3] = 108
panel_x[4] = 108
array panel_y[5]
panel_y[1] = 84
panel_y[2] = 426
panel_y[3] = 768
panel_y[4] = 1110
log_axes = 'xy'
load plots.'/memory_slopes.gp'
