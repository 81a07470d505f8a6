# `gnuplot figures/overhead-dprime-memory.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-dprime-memory.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-dprime-memory.csv'
out = './figures/overhead-dprime-memory.'.format
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
points = 80
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
ends = 32
array end_series[33]
end_series[1] = 6
end_series[2] = 4
end_series[3] = 2
end_series[4] = 1
end_series[5] = 5
end_series[6] = 3
end_series[7] = 7
end_series[8] = 8
end_series[9] = 6
end_series[10] = 4
end_series[11] = 2
end_series[12] = 5
end_series[13] = 3
end_series[14] = 7
end_series[15] = 8
end_series[16] = 1
end_series[17] = 6
end_series[18] = 4
end_series[19] = 2
end_series[20] = 5
end_series[21] = 1
end_series[22] = 3
end_series[23] = 7
end_series[24] = 8
end_series[25] = 6
end_series[26] = 4
end_series[27] = 2
end_series[28] = 5
end_series[29] = 7
end_series[30] = 3
end_series[31] = 8
end_series[32] = 1
array end_x[33]
end_x[1] = 675.857142857
end_x[2] = 675.857142857
end_x[3] = 708
end_x[4] = 708
end_x[5] = 675.857142857
end_x[6] = 675.857142857
end_x[7] = 675.857142857
end_x[8] = 675.857142857
end_x[9] = 675.857142857
end_x[10] = 675.857142857
end_x[11] = 708
end_x[12] = 675.857142857
end_x[13] = 675.857142857
end_x[14] = 675.857142857
end_x[15] = 675.857142857
end_x[16] = 708
end_x[17] = 675.857142857
end_x[18] = 675.857142857
end_x[19] = 708
end_x[20] = 675.857142857
end_x[21] = 708
end_x[22] = 675.857142857
end_x[23] = 675.857142857
end_x[24] = 675.857142857
end_x[25] = 675.857142857
end_x[26] = 675.857142857
end_x[27] = 708
end_x[28] = 675.857142857
end_x[29] = 675.857142857
end_x[30] = 675.857142857
end_x[31] = 675.857142857
end_x[32] = 708
array end_y[33]
end_y[1] = 98.4642857143
end_y[2] = 104.236271815
end_y[3] = 271.031543594
end_y[4] = 317.958561893
end_y[5] = 324.451280971
end_y[6] = 325.224806707
end_y[7] = 325.224806707
end_y[8] = 325.224806707
end_y[9] = 458.118030249
end_y[10] = 473.467698095
end_y[11] = 675.807996523
end_y[12] = 679.183573711
end_y[13] = 680.210293232
end_y[14] = 680.242856377
end_y[15] = 680.329733723
end_y[16] = 680.819568865
end_y[17] = 894.119167821
end_y[18] = 900.919058983
end_y[19] = 994.569543595
end_y[20] = 1001.70527151
end_y[21] = 1001.95856189
end_y[22] = 1001.97027645
end_y[23] = 1001.97054892
end_y[24] = 1001.97354628
end_y[25] = 1124.46428571
end_y[26] = 1144.39567
end_y[27] = 1354.92111258
end_y[28] = 1363.76099686
end_y[29] = 1363.98669052
end_y[30] = 1363.99194416
end_y[31] = 1364.16017942
end_y[32] = 1364.81956886
array end_label_x[33]
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
array end_label_y[33]
end_label_y[1] = 93.8502787647
end_label_y[2] = 108.850278765
end_label_y[3] = 271.031543594
end_label_y[4] = 286.5
end_label_y[5] = 301.5
end_label_y[6] = 316.5
end_label_y[7] = 331.5
end_label_y[8] = 346.5
end_label_y[9] = 458.118030249
end_label_y[10] = 473.467698095
end_label_y[11] = 613.5
end_label_y[12] = 628.5
end_label_y[13] = 643.5
end_label_y[14] = 658.5
end_label_y[15] = 673.5
end_label_y[16] = 688.5
end_label_y[17] = 890.019113402
end_label_y[18] = 905.019113402
end_label_y[19] = 955.5
end_label_y[20] = 970.5
end_label_y[21] = 985.5
end_label_y[22] = 1000.5
end_label_y[23] = 1015.5
end_label_y[24] = 1030.5
end_label_y[25] = 1124.46428571
end_label_y[26] = 1144.39567
end_label_y[27] = 1297.5
end_label_y[28] = 1312.5
end_label_y[29] = 1327.5
end_label_y[30] = 1342.5
end_label_y[31] = 1357.5
end_label_y[32] = 1372.5
title_text = 'Working memory of the kernel, and peak memory of its process, over dot product'."'".'s; less is better. Panels have one'."\n".'scale where they show the same'
x_label = 'score width d'."'".' (features)'
y_label = 'working memory / dot product'."'".'s'
y_label_beside = 'peak resident memory / dot product'."'".'s'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 1
legend = 0
x_low[1] = 1.69349062473; x_high[1] = 37.7917651657; y_low[1] = 0.386070797432; y_high[1] = 482.059483859
x_low[2] = 1.69349062473; x_high[2] = 37.7917651657; y_low[2] = 0.883572251945; y_high[2] = 7.98699940522
x_low[3] = 1.69349062473; x_high[3] = 37.7917651657; y_low[3] = 0.386070797432; y_high[3] = 482.059483859
x_low[4] = 1.69349062473; x_high[4] = 37.7917651657; y_low[4] = 0.883572251945; y_high[4] = 7.98699940522
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 21
panel_first[3] = 41
panel_first[4] = 61
array panel_last[5]
panel_last[1] = 20
panel_last[2] = 40
panel_last[3] = 60
panel_last[4] = 80
point_series = '1 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 1 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 1 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8 1 2 3 3 3 4 4 4 5 5 5 6 6 6 7 7 7 8 8 8'
width = 1059
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
