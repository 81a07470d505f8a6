# `gnuplot figures/activation-after-projection-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/activation-after-projection-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/activation-after-projection-curves.csv'
out = './figures/activation-after-projection-curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'feed-forward net without activation'
panel_at[2] = 2
panel_label[2] = 'GELU in the feed-forward net'
series = 17
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear'
series_style[2] = -1
series_label[2] = 'ReLU on Q'
series_style[3] = -2
series_label[3] = 'ReLU on K'
series_style[4] = -3
series_label[4] = 'ReLU on V'
series_style[5] = -4
series_label[5] = 'ReLU on Q, K'
series_style[6] = -5
series_label[6] = 'ReLU on Q, K, V'
series_style[7] = -6
series_label[7] = 'GELU on Q, K, V'
series_style[8] = -7
series_label[8] = 'tanh on Q, K, V'
series_style[9] = -8
series_label[9] = 'GELU on V'
series_style[10] = -9
series_label[10] = 'no activation, Q and K normalised'
series_style[11] = -10
series_label[11] = 'tanh / m for softmax'
series_style[12] = 1
series_label[12] = 'sigmoid for softmax'
series_style[13] = 2
series_label[13] = 'ReLU / m for softmax'
series_style[14] = -11
series_label[14] = 'additive score (Bahdanau)'
series_style[15] = -12
series_label[15] = 'graph attention (GAT)'
series_style[16] = 3
series_label[16] = 'graph attention (GATv2)'
series_style[17] = -13
series_label[17] = 'same weights for every query'
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
points = 270
array legend_x[18]
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
legend_x[13] = 0
legend_x[14] = 0
legend_x[15] = 0
legend_x[16] = 0
legend_x[17] = 0
array legend_y[18]
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
legend_y[13] = 0
legend_y[14] = 0
legend_y[15] = 0
legend_y[16] = 0
legend_y[17] = 0
ends = 27
array end_series[28]
end_series[1] = 8
end_series[2] = 3
end_series[3] = 5
end_series[4] = 6
end_series[5] = 7
end_series[6] = 10
end_series[7] = 2
end_series[8] = 1
end_series[9] = 4
end_series[10] = 9
end_series[11] = 11
end_series[12] = 13
end_series[13] = 15
end_series[14] = 8
end_series[15] = 6
end_series[16] = 17
end_series[17] = 16
end_series[18] = 12
end_series[19] = 14
end_series[20] = 5
end_series[21] = 3
end_series[22] = 10
end_series[23] = 7
end_series[24] = 4
end_series[25] = 2
end_series[26] = 1
end_series[27] = 9
array end_x[28]
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
array end_y[28]
end_y[1] = 279.272634916
end_y[2] = 302.610213031
end_y[3] = 310.818529513
end_y[4] = 316.915500273
end_y[5] = 318.282703165
end_y[6] = 323.846804605
end_y[7] = 327.695036522
end_y[8] = 328.062654967
end_y[9] = 334.215449974
end_y[10] = 337.554171689
end_y[11] = 537.077627569
end_y[12] = 566.612766202
end_y[13] = 609.279417525
end_y[14] = 611.118665721
end_y[15] = 632.805805482
end_y[16] = 633.72622112
end_y[17] = 636.980250351
end_y[18] = 637.201340494
end_y[19] = 638.154787108
end_y[20] = 638.337861759
end_y[21] = 639.61022632
end_y[22] = 645.300740844
end_y[23] = 647.253176022
end_y[24] = 652.939673428
end_y[25] = 656.213248389
end_y[26] = 664.32472951
end_y[27] = 673.795947087
array end_label_x[28]
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
array end_label_y[28]
end_label_y[1] = 211.5
end_label_y[2] = 226.5
end_label_y[3] = 241.5
end_label_y[4] = 256.5
end_label_y[5] = 271.5
end_label_y[6] = 286.5
end_label_y[7] = 301.5
end_label_y[8] = 316.5
end_label_y[9] = 331.5
end_label_y[10] = 346.5
end_label_y[11] = 448.5
end_label_y[12] = 463.5
end_label_y[13] = 478.5
end_label_y[14] = 493.5
end_label_y[15] = 508.5
end_label_y[16] = 523.5
end_label_y[17] = 538.5
end_label_y[18] = 553.5
end_label_y[19] = 568.5
end_label_y[20] = 583.5
end_label_y[21] = 598.5
end_label_y[22] = 613.5
end_label_y[23] = 628.5
end_label_y[24] = 643.5
end_label_y[25] = 658.5
end_label_y[26] = 673.5
end_label_y[27] = 688.5
title_text = 'Loss on the validation split, of each arm at the learning rate that was chosen for it. Each panel has a scale'."\n".'of its own'
x_label = 'optimiser steps'
y_label = 'validation loss (nats per token)'
y_label_beside = 'validation loss (nats per token)'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 23; x_high[1] = 527; y_low[1] = 2.22409099653; y_high[1] = 2.79384156079
x_low[2] = 23; x_high[2] = 527; y_low[2] = 2.01296102863; y_high[2] = 2.75765559882
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 101
array panel_last[3]
panel_last[1] = 100
panel_last[2] = 270
point_series = '1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 1 1 1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3 3 3 4 4 4 4 4 4 4 4 4 4 5 5 5 5 5 5 5 5 5 5 6 6 6 6 6 6 6 6 6 6 7 7 7 7 7 7 7 7 7 7 8 8 8 8 8 8 8 8 8 8 9 9 9 9 9 9 9 9 9 9 10 10 10 10 10 10 10 10 10 10 11 11 11 11 11 11 11 11 11 11 12 12 12 12 12 12 12 12 12 12 13 13 13 13 13 13 13 13 13 13 14 14 14 14 14 14 14 14 14 14 15 15 15 15 15 15 15 15 15 15 16 16 16 16 16 16 16 16 16 16 17 17 17 17 17 17 17 17 17 17'
width = 1016
height = 772
plot_width = 600
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 108
array panel_y[3]
panel_y[1] = 84
panel_y[2] = 426
log_axes = ''
load plots.'/curves.gp'
