# `gnuplot figures/activation-after-projection-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/activation-after-projection-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/activation-after-projection-pareto.csv'
out = './figures/activation-after-projection-pareto.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'feed-forward net without activation'
panel_at[2] = 2
panel_label[2] = 'GELU in the feed-forward net'
series = 16
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'ReLU on Q'
series_style[2] = -2
series_label[2] = 'ReLU on K'
series_style[3] = -3
series_label[3] = 'ReLU on V'
series_style[4] = -4
series_label[4] = 'ReLU on Q, K'
series_style[5] = -5
series_label[5] = 'ReLU on Q, K, V'
series_style[6] = -6
series_label[6] = 'GELU on Q, K, V'
series_style[7] = -7
series_label[7] = 'tanh on Q, K, V'
series_style[8] = -8
series_label[8] = 'GELU on V'
series_style[9] = -9
series_label[9] = 'no activation, Q and K normalised'
series_style[10] = -10
series_label[10] = 'tanh / m for softmax'
series_style[11] = 1
series_label[11] = 'sigmoid for softmax'
series_style[12] = 2
series_label[12] = 'ReLU / m for softmax'
series_style[13] = -11
series_label[13] = 'additive score (Bahdanau)'
series_style[14] = -12
series_label[14] = 'graph attention (GAT)'
series_style[15] = 3
series_label[15] = 'graph attention (GATv2)'
series_style[16] = -13
series_label[16] = 'same weights for every query'
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
points = 35
array legend_x[17]
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
array legend_y[17]
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
ends = 25
array end_series[26]
end_series[1] = 8
end_series[2] = 3
end_series[3] = 1
end_series[4] = 9
end_series[5] = 6
end_series[6] = 5
end_series[7] = 4
end_series[8] = 2
end_series[9] = 7
end_series[10] = 8
end_series[11] = 1
end_series[12] = 3
end_series[13] = 9
end_series[14] = 6
end_series[15] = 4
end_series[16] = 15
end_series[17] = 2
end_series[18] = 13
end_series[19] = 11
end_series[20] = 16
end_series[21] = 5
end_series[22] = 7
end_series[23] = 14
end_series[24] = 12
end_series[25] = 10
array end_x[26]
end_x[1] = 280.912288615
end_x[2] = 251.547518934
end_x[3] = 259.307207544
end_x[4] = 294.829906926
end_x[5] = 275.725971827
end_x[6] = 250.690686719
end_x[7] = 250.912359962
end_x[8] = 236.0245459
end_x[9] = 248.644138498
end_x[10] = 230.384453159
end_x[11] = 217.612406807
end_x[12] = 225.051621999
end_x[13] = 279.055917704
end_x[14] = 240.330133334
end_x[15] = 223.33098562
end_x[16] = 261.690001354
end_x[17] = 204.743273347
end_x[18] = 608.851333332
end_x[19] = 216.156212044
end_x[20] = 175.690041882
end_x[21] = 235.224919254
end_x[22] = 212.378248438
end_x[23] = 226.280635773
end_x[24] = 195.515588405
end_x[25] = 204.531858674
array end_y[26]
end_y[1] = 100.240432186
end_y[2] = 105.589427764
end_y[3] = 110.570808564
end_y[4] = 116.136820248
end_y[5] = 125.638141064
end_y[6] = 125.662415233
end_y[7] = 131.407566639
end_y[8] = 144.134625026
end_y[9] = 167.807116951
end_y[10] = 438.404597318
end_y[11] = 465.412069587
end_y[12] = 474.61868968
end_y[13] = 478.262007281
end_y[14] = 481.264355899
end_y[15] = 491.262262184
end_y[16] = 492.571795594
end_y[17] = 494.435765925
end_y[18] = 494.840353049
end_y[19] = 498.410409306
end_y[20] = 498.839714734
end_y[21] = 506.355148065
end_y[22] = 535.902282405
end_y[23] = 538.027125729
end_y[24] = 608.188561507
end_y[25] = 648.980521898
array end_label_x[26]
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
array end_label_y[26]
end_label_y[1] = 73.5
end_label_y[2] = 88.5
end_label_y[3] = 103.5
end_label_y[4] = 118.5
end_label_y[5] = 133.5
end_label_y[6] = 148.5
end_label_y[7] = 163.5
end_label_y[8] = 178.5
end_label_y[9] = 193.5
end_label_y[10] = 415.5
end_label_y[11] = 430.5
end_label_y[12] = 445.5
end_label_y[13] = 460.5
end_label_y[14] = 475.5
end_label_y[15] = 490.5
end_label_y[16] = 505.5
end_label_y[17] = 520.5
end_label_y[18] = 535.5
end_label_y[19] = 550.5
end_label_y[20] = 565.5
end_label_y[21] = 580.5
end_label_y[22] = 595.5
end_label_y[23] = 610.5
end_label_y[24] = 625.5
end_label_y[25] = 648.980521898
title_text = 'Change in loss (%) at equal steps and data, against linear, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.790119450261; x_high[1] = 2.67998593075; y_low[1] = -18.0086413986; y_high[1] = 3.3580227184
x_low[2] = 0.790119450261; x_high[2] = 2.67998593075; y_low[2] = -18.0086413986; y_high[2] = 3.3580227184
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 14
array panel_last[3]
panel_last[1] = 13
panel_last[2] = 35
point_series = '0 0 0 0 1 2 3 4 5 6 7 8 9 0 0 0 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16'
width = 1016
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
log_axes = 'x'
load plots.'/pareto.gp'
