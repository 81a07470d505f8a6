# `gnuplot figures/neural-attention-expressivity-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-expressivity-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-expressivity-lr_curves.csv'
out = './figures/neural-attention-expressivity-lr_curves.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'induction'
panel_at[2] = 2
panel_label[2] = 'dynamic lookup'
panel_at[3] = 3
panel_label[3] = 'static lookup'
panel_at[4] = 4
panel_label[4] = 'associative recall (pairs 4, length 32, keys 16, values 16)'
series = 12
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'dot product'
series_style[2] = 4
series_label[2] = 'neural, one hidden layer, d'."'".' = 8'
series_style[3] = -1
series_label[3] = 'the same without activation'
series_style[4] = -2
series_label[4] = 'neural, two hidden layers, d'."'".' = 8'
series_style[5] = -3
series_label[5] = 'neural, two hidden layers, d'."'".' = 2'
series_style[6] = -4
series_label[6] = 'dot product in d'."'".' = 8'
series_style[7] = -5
series_label[7] = 'dot product in d'."'".' = 2'
series_style[8] = 1
series_label[8] = 'the same for every query'
series_style[9] = -6
series_label[9] = 'additive (Bahdanau), d'."'".' = 8'
series_style[10] = 2
series_label[10] = 'GAT (static), d'."'".' = 8'
series_style[11] = 3
series_label[11] = 'GATv2 (dynamic), d'."'".' = 8'
series_style[12] = -7
series_label[12] = 'dot product plus neural'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.004
column_label[1] = '0.004'
column_at[2] = 0.008
column_label[2] = '0.008'
column_at[3] = 0.016
column_label[3] = '0.016'
column_at[4] = 0.032
column_label[4] = '0.032'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 240
array legend_x[13]
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
array legend_y[13]
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
ends = 48
array end_series[49]
end_series[1] = 7
end_series[2] = 6
end_series[3] = 4
end_series[4] = 5
end_series[5] = 10
end_series[6] = 9
end_series[7] = 8
end_series[8] = 3
end_series[9] = 2
end_series[10] = 11
end_series[11] = 12
end_series[12] = 1
end_series[13] = 3
end_series[14] = 10
end_series[15] = 8
end_series[16] = 12
end_series[17] = 6
end_series[18] = 1
end_series[19] = 5
end_series[20] = 11
end_series[21] = 9
end_series[22] = 2
end_series[23] = 7
end_series[24] = 4
end_series[25] = 9
end_series[26] = 1
end_series[27] = 7
end_series[28] = 4
end_series[29] = 12
end_series[30] = 6
end_series[31] = 2
end_series[32] = 11
end_series[33] = 10
end_series[34] = 5
end_series[35] = 3
end_series[36] = 8
end_series[37] = 5
end_series[38] = 4
end_series[39] = 7
end_series[40] = 2
end_series[41] = 11
end_series[42] = 8
end_series[43] = 9
end_series[44] = 3
end_series[45] = 10
end_series[46] = 6
end_series[47] = 1
end_series[48] = 12
array end_x[49]
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
end_x[29] = 675.857142857
end_x[30] = 675.857142857
end_x[31] = 675.857142857
end_x[32] = 675.857142857
end_x[33] = 675.857142857
end_x[34] = 675.857142857
end_x[35] = 675.857142857
end_x[36] = 675.857142857
end_x[37] = 675.857142857
end_x[38] = 675.857142857
end_x[39] = 675.857142857
end_x[40] = 675.857142857
end_x[41] = 675.857142857
end_x[42] = 675.857142857
end_x[43] = 675.857142857
end_x[44] = 675.857142857
end_x[45] = 675.857142857
end_x[46] = 675.857142857
end_x[47] = 675.857142857
end_x[48] = 675.857142857
array end_y[49]
end_y[1] = 84.7938551598
end_y[2] = 86.0382040182
end_y[3] = 88.2365051099
end_y[4] = 90.4362325661
end_y[5] = 90.9153923015
end_y[6] = 94.7297005934
end_y[7] = 95.0465768319
end_y[8] = 95.8403154834
end_y[9] = 98.4323724292
end_y[10] = 101.704546133
end_y[11] = 321.530660789
end_y[12] = 321.53357881
end_y[13] = 422.464285714
end_y[14] = 426.712801622
end_y[15] = 429.388061993
end_y[16] = 430.459739391
end_y[17] = 433.666426695
end_y[18] = 434.514834877
end_y[19] = 437.74055588
end_y[20] = 445.236445534
end_y[21] = 482.310291631
end_y[22] = 531.734447467
end_y[23] = 542.541549107
end_y[24] = 657.08634646
end_y[25] = 795.680685747
end_y[26] = 798.278972441
end_y[27] = 815.490240891
end_y[28] = 820.018936077
end_y[29] = 850.712215504
end_y[30] = 871.741110626
end_y[31] = 888.389405984
end_y[32] = 937.302710584
end_y[33] = 962.516035764
end_y[34] = 968.111061284
end_y[35] = 988.154247925
end_y[36] = 989.377086271
end_y[37] = 1253.50666048
end_y[38] = 1254.16736739
end_y[39] = 1255.29920946
end_y[40] = 1255.67289619
end_y[41] = 1255.70929287
end_y[42] = 1255.85183554
end_y[43] = 1255.95389667
end_y[44] = 1256.23936874
end_y[45] = 1256.33900945
end_y[46] = 1256.72955844
end_y[47] = 1256.87898801
end_y[48] = 1256.96341043
array end_label_x[49]
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
end_label_x[29] = 742
end_label_x[30] = 742
end_label_x[31] = 742
end_label_x[32] = 742
end_label_x[33] = 742
end_label_x[34] = 742
end_label_x[35] = 742
end_label_x[36] = 742
end_label_x[37] = 742
end_label_x[38] = 742
end_label_x[39] = 742
end_label_x[40] = 742
end_label_x[41] = 742
end_label_x[42] = 742
end_label_x[43] = 742
end_label_x[44] = 742
end_label_x[45] = 742
end_label_x[46] = 742
end_label_x[47] = 742
end_label_x[48] = 742
array end_label_y[49]
end_label_y[1] = 73.5
end_label_y[2] = 88.5
end_label_y[3] = 103.5
end_label_y[4] = 118.5
end_label_y[5] = 133.5
end_label_y[6] = 148.5
end_label_y[7] = 163.5
end_label_y[8] = 178.5
end_label_y[9] = 193.5
end_label_y[10] = 208.5
end_label_y[11] = 313.5
end_label_y[12] = 328.5
end_label_y[13] = 415.5
end_label_y[14] = 430.5
end_label_y[15] = 445.5
end_label_y[16] = 460.5
end_label_y[17] = 475.5
end_label_y[18] = 490.5
end_label_y[19] = 505.5
end_label_y[20] = 520.5
end_label_y[21] = 535.5
end_label_y[22] = 550.5
end_label_y[23] = 565.5
end_label_y[24] = 657.08634646
end_label_y[25] = 784.867208789
end_label_y[26] = 799.867208789
end_label_y[27] = 814.867208789
end_label_y[28] = 829.867208789
end_label_y[29] = 850.712215504
end_label_y[30] = 871.741110626
end_label_y[31] = 888.389405984
end_label_y[32] = 937.302710584
end_label_y[33] = 954.539607811
end_label_y[34] = 969.539607811
end_label_y[35] = 984.539607811
end_label_y[36] = 999.539607811
end_label_y[37] = 1173.27595781
end_label_y[38] = 1188.27595781
end_label_y[39] = 1203.27595781
end_label_y[40] = 1218.27595781
end_label_y[41] = 1233.27595781
end_label_y[42] = 1248.27595781
end_label_y[43] = 1263.27595781
end_label_y[44] = 1278.27595781
end_label_y[45] = 1293.27595781
end_label_y[46] = 1308.27595781
end_label_y[47] = 1323.27595781
end_label_y[48] = 1338.27595781
title_text = 'Validation loss at each value of learning rate; a circle: the value that was chosen'
x_label = 'learning rate'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = -0.201699829125; y_high[1] = 3.56336373911
x_low[2] = 0.00353081198516; x_high[2] = 0.0362522843295; y_low[2] = -0.201699829125; y_high[2] = 3.56336373911
x_low[3] = 0.00353081198516; x_high[3] = 0.0362522843295; y_low[3] = -0.201699829125; y_high[3] = 3.56336373911
x_low[4] = 0.00353081198516; x_high[4] = 0.0362522843295; y_low[4] = -0.201699829125; y_high[4] = 3.56336373911
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 61
panel_first[3] = 121
panel_first[4] = 181
array panel_last[5]
panel_last[1] = 60
panel_last[2] = 120
panel_last[3] = 180
panel_last[4] = 240
point_series = '1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 7 7 7 7 7 8 8 8 8 8 9 9 9 9 9 10 10 10 10 10 11 11 11 11 11 12 12 12 12 12'
width = 1016
height = 1438
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[5]
panel_x[1] = 108
panel_x[2] = 108
panel_x[3] = 108
panel_x[4] = 108
array panel_y[5]
panel_y[1] = 66
panel_y[2] = 408
panel_y[3] = 750
panel_y[4] = 1092
log_axes = 'x'
load plots.'/lr_curves.gp'
