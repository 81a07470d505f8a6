# `gnuplot figures/scaling-masked-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/scaling-masked-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/scaling-masked-lr_curves.csv'
out = './figures/scaling-masked-lr_curves.'.format
plots = '../../../plots'
panels = 5
array panel_label[6]
array panel_at[6]
panel_at[1] = 1
panel_label[1] = 'width 48'
panel_at[2] = 2
panel_label[2] = 'width 64'
panel_at[3] = 3
panel_label[3] = 'width 80'
panel_at[4] = 4
panel_label[4] = 'width 96'
panel_at[5] = 5
panel_label[5] = 'width 128: not measured'
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'softmax of dot products'
series_style[2] = -1
series_label[2] = 'damaged control: same weights for every query'
series_style[3] = 1
series_label[3] = 'MLP for Q, K, V'
series_style[4] = 2
series_label[4] = 'bottleneck query with GELU'
series_style[5] = 3
series_label[5] = 'neural score'
series_style[6] = 4
series_label[6] = 'output gate'
series_style[7] = 5
series_label[7] = 'wider feed-forward net, as MLP for Q, K, V'
columns = 7
array column_label[8]
array column_at[8]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.00283
column_label[2] = '0.00283'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.00566
column_label[4] = '0.00566'
column_at[5] = 0.008
column_label[5] = '0.008'
column_at[6] = 0.0113
column_label[6] = '0.0113'
column_at[7] = 0.016
column_label[7] = '0.016'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 166
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
end_series[1] = 3
end_series[2] = 2
end_series[3] = 5
end_series[4] = 7
end_series[5] = 4
end_series[6] = 6
end_series[7] = 1
end_series[8] = 3
end_series[9] = 2
end_series[10] = 5
end_series[11] = 7
end_series[12] = 1
end_series[13] = 4
end_series[14] = 6
end_series[15] = 3
end_series[16] = 2
end_series[17] = 5
end_series[18] = 7
end_series[19] = 6
end_series[20] = 1
end_series[21] = 4
end_series[22] = 2
end_series[23] = 5
end_series[24] = 3
end_series[25] = 4
end_series[26] = 7
end_series[27] = 6
end_series[28] = 1
array end_x[29]
end_x[1] = 675.857142857
end_x[2] = 408.14322376
end_x[3] = 675.857142857
end_x[4] = 675.857142857
end_x[5] = 675.857142857
end_x[6] = 675.857142857
end_x[7] = 675.857142857
end_x[8] = 675.857142857
end_x[9] = 408.14322376
end_x[10] = 675.857142857
end_x[11] = 675.857142857
end_x[12] = 675.857142857
end_x[13] = 675.857142857
end_x[14] = 675.857142857
end_x[15] = 675.857142857
end_x[16] = 408.14322376
end_x[17] = 675.857142857
end_x[18] = 675.857142857
end_x[19] = 675.857142857
end_x[20] = 675.857142857
end_x[21] = 675.857142857
end_x[22] = 229.571795189
end_x[23] = 497.285714286
end_x[24] = 408.14322376
end_x[25] = 318.714285714
end_x[26] = 318.714285714
end_x[27] = 229.571795189
end_x[28] = 318.714285714
array end_y[29]
end_y[1] = 80.4642857143
end_y[2] = 93.7042429128
end_y[3] = 107.990695183
end_y[4] = 211.980129624
end_y[5] = 220.785233307
end_y[6] = 228.635481221
end_y[7] = 233.508389645
end_y[8] = 426.343499131
end_y[9] = 440.14829622
end_y[10] = 457.98866793
end_y[11] = 592.706360072
end_y[12] = 597.518269824
end_y[13] = 606.07849436
end_y[14] = 606.369694801
end_y[15] = 784.398547445
end_y[16] = 785.443272881
end_y[17] = 864.418488799
end_y[18] = 940.488197367
end_y[19] = 956.027621353
end_y[20] = 958.390375373
end_y[21] = 959.87677149
end_y[22] = 1133.76881236
end_y[23] = 1283.28026384
end_y[24] = 1326.33934444
end_y[25] = 1341.71597236
end_y[26] = 1342.51204556
end_y[27] = 1345.12660028
end_y[28] = 1345.68311205
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
end_label_y[1] = 79.0530746033
end_label_y[2] = 94.0530746033
end_label_y[3] = 109.053074603
end_label_y[4] = 201.227308449
end_label_y[5] = 216.227308449
end_label_y[6] = 231.227308449
end_label_y[7] = 246.227308449
end_label_y[8] = 425.745897676
end_label_y[9] = 440.745897676
end_label_y[10] = 457.98866793
end_label_y[11] = 578.168204764
end_label_y[12] = 593.168204764
end_label_y[13] = 608.168204764
end_label_y[14] = 623.168204764
end_label_y[15] = 777.420910163
end_label_y[16] = 792.420910163
end_label_y[17] = 864.418488799
end_label_y[18] = 931.195741396
end_label_y[19] = 946.195741396
end_label_y[20] = 961.195741396
end_label_y[21] = 976.195741396
end_label_y[22] = 1133.76881236
end_label_y[23] = 1279.5
end_label_y[24] = 1294.5
end_label_y[25] = 1309.5
end_label_y[26] = 1324.5
end_label_y[27] = 1339.5
end_label_y[28] = 1354.5
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00176540599258; x_high[1] = 0.0181261421647; y_low[1] = 3.30969123056; y_high[1] = 4.94188106987
x_low[2] = 0.00176540599258; x_high[2] = 0.0181261421647; y_low[2] = 3.30969123056; y_high[2] = 4.94188106987
x_low[3] = 0.00176540599258; x_high[3] = 0.0181261421647; y_low[3] = 3.30969123056; y_high[3] = 4.94188106987
x_low[4] = 0.00176540599258; x_high[4] = 0.0181261421647; y_low[4] = 3.30969123056; y_high[4] = 4.94188106987
x_low[5] = 0.00176540599258; x_high[5] = 0.0181261421647; y_low[5] = 3.30969123056; y_high[5] = 4.94188106987
every = 1
array panel_first[6]
panel_first[1] = 1
panel_first[2] = 47
panel_first[3] = 94
panel_first[4] = 141
panel_first[5] = 1
array panel_last[6]
panel_last[1] = 46
panel_last[2] = 93
panel_last[3] = 140
panel_last[4] = 166
panel_last[5] = 0
point_series = '1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6 7 7 7 7 7 7 7 1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6 7 7 7 7 7 7 7 1 1 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 3 3 4 4 4 4 4 4 4 5 5 5 5 5 5 5 6 6 6 6 6 6 6 7 7 7 7 7 7 7 1 1 1 1 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 7 7 7 7'
width = 1102
height = 1780
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[6]
panel_x[1] = 108
panel_x[2] = 108
panel_x[3] = 108
panel_x[4] = 108
panel_x[5] = 108
array panel_y[6]
panel_y[1] = 66
panel_y[2] = 408
panel_y[3] = 750
panel_y[4] = 1092
panel_y[5] = 1434
log_axes = 'x'
load plots.'/lr_curves.gp'
