# `gnuplot figures/neural-attention-expressivity-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-expressivity-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-expressivity-curves.csv'
out = './figures/neural-attention-expressivity-curves.'.format
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
columns = 0
array column_label[1]
array column_at[1]
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 480
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
end_series[1] = 1
end_series[2] = 2
end_series[3] = 4
end_series[4] = 6
end_series[5] = 11
end_series[6] = 12
end_series[7] = 7
end_series[8] = 9
end_series[9] = 10
end_series[10] = 5
end_series[11] = 3
end_series[12] = 8
end_series[13] = 12
end_series[14] = 1
end_series[15] = 6
end_series[16] = 7
end_series[17] = 2
end_series[18] = 11
end_series[19] = 9
end_series[20] = 4
end_series[21] = 5
end_series[22] = 10
end_series[23] = 3
end_series[24] = 8
end_series[25] = 10
end_series[26] = 4
end_series[27] = 9
end_series[28] = 3
end_series[29] = 2
end_series[30] = 11
end_series[31] = 8
end_series[32] = 7
end_series[33] = 1
end_series[34] = 12
end_series[35] = 6
end_series[36] = 5
end_series[37] = 1
end_series[38] = 7
end_series[39] = 11
end_series[40] = 12
end_series[41] = 3
end_series[42] = 6
end_series[43] = 5
end_series[44] = 9
end_series[45] = 2
end_series[46] = 4
end_series[47] = 10
end_series[48] = 8
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
end_y[1] = 98.4642857143
end_y[2] = 98.4642857143
end_y[3] = 98.4642857143
end_y[4] = 98.4642857143
end_y[5] = 98.4642857143
end_y[6] = 98.4642857143
end_y[7] = 98.4813105327
end_y[8] = 98.5494098063
end_y[9] = 325.711561743
end_y[10] = 335.12628632
end_y[11] = 336.164800242
end_y[12] = 336.454222155
end_y[13] = 440.526158394
end_y[14] = 440.557094734
end_y[15] = 440.897394473
end_y[16] = 441.284098721
end_y[17] = 442.861852056
end_y[18] = 443.264024474
end_y[19] = 443.434174343
end_y[20] = 449.141929053
end_y[21] = 536.861920803
end_y[22] = 643.839784133
end_y[23] = 650.815928778
end_y[24] = 654.110648976
end_y[25] = 784.649458909
end_y[26] = 786.662939925
end_y[27] = 786.803415345
end_y[28] = 787.084366184
end_y[29] = 788.020868982
end_y[30] = 788.317428201
end_y[31] = 788.582770661
end_y[32] = 788.7856796
end_y[33] = 789.19149748
end_y[34] = 789.316364519
end_y[35] = 790.112391898
end_y[36] = 848.09752347
end_y[37] = 1159.66420807
end_y[38] = 1257.14091615
end_y[39] = 1345.97049689
end_y[40] = 1346.49456522
end_y[41] = 1347.19332298
end_y[42] = 1347.2806677
end_y[43] = 1347.54270186
end_y[44] = 1347.54270186
end_y[45] = 1349.55163043
end_y[46] = 1350.16304348
end_y[47] = 1350.2503882
end_y[48] = 1350.59976708
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
end_label_y[1] = 91.5
end_label_y[2] = 106.5
end_label_y[3] = 121.5
end_label_y[4] = 136.5
end_label_y[5] = 151.5
end_label_y[6] = 166.5
end_label_y[7] = 181.5
end_label_y[8] = 196.5
end_label_y[9] = 301.5
end_label_y[10] = 316.5
end_label_y[11] = 331.5
end_label_y[12] = 346.5
end_label_y[13] = 433.5
end_label_y[14] = 448.5
end_label_y[15] = 463.5
end_label_y[16] = 478.5
end_label_y[17] = 493.5
end_label_y[18] = 508.5
end_label_y[19] = 523.5
end_label_y[20] = 538.5
end_label_y[21] = 553.5
end_label_y[22] = 634.588787295
end_label_y[23] = 649.588787295
end_label_y[24] = 664.588787295
end_label_y[25] = 775.5
end_label_y[26] = 790.5
end_label_y[27] = 805.5
end_label_y[28] = 820.5
end_label_y[29] = 835.5
end_label_y[30] = 850.5
end_label_y[31] = 865.5
end_label_y[32] = 880.5
end_label_y[33] = 895.5
end_label_y[34] = 910.5
end_label_y[35] = 925.5
end_label_y[36] = 940.5
end_label_y[37] = 1159.66420807
end_label_y[38] = 1222.5
end_label_y[39] = 1237.5
end_label_y[40] = 1252.5
end_label_y[41] = 1267.5
end_label_y[42] = 1282.5
end_label_y[43] = 1297.5
end_label_y[44] = 1312.5
end_label_y[45] = 1327.5
end_label_y[46] = 1342.5
end_label_y[47] = 1357.5
end_label_y[48] = 1372.5
title_text = 'Accuracy on the validation split, of each arm at the learning rate that was chosen for it. Each panel has a'."\n".'scale of its own'
x_label = 'optimiser steps'
y_label = 'validation accuracy'
y_label_beside = 'validation accuracy'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 55.2; x_high[1] = 1264.8; y_low[1] = -0.00064; y_high[1] = 1.05664
x_low[2] = 46; x_high[2] = 1054; y_low[2] = -0.03250625; y_high[2] = 1.05844375
x_low[3] = 46; x_high[3] = 1054; y_low[3] = -0.03791875; y_high[3] = 1.04323125
x_low[4] = 92; x_high[4] = 2108; y_low[4] = 0.2686; y_high[4] = 1.0414
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 121
panel_first[3] = 241
panel_first[4] = 361
array panel_last[5]
panel_last[1] = 120
panel_last[2] = 240
panel_last[3] = 360
panel_last[4] = 480
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12'
width = 1016
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
log_axes = ''
load plots.'/curves.gp'
