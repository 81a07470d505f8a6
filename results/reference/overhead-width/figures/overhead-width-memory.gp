# `gnuplot figures/overhead-width-memory.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-width-memory.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-width-memory.csv'
out = './figures/overhead-width-memory.'.format
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
end_series[11] = 4
end_series[12] = 1
end_series[13] = 2
end_series[14] = 3
end_series[15] = 5
end_series[16] = 7
end_series[17] = 6
end_series[18] = 4
end_series[19] = 1
end_series[20] = 2
end_series[21] = 3
end_series[22] = 5
end_series[23] = 7
end_series[24] = 6
end_series[25] = 4
end_series[26] = 2
end_series[27] = 3
end_series[28] = 1
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
end_y[3] = 307.772968351
end_y[4] = 307.772968351
end_y[5] = 307.772968351
end_y[6] = 339.535714286
end_y[7] = 339.535714286
end_y[8] = 479.368290982
end_y[9] = 641.616463619
end_y[10] = 645.504619745
end_y[11] = 677.703670171
end_y[12] = 679.437471821
end_y[13] = 679.49626538
end_y[14] = 679.543310594
end_y[15] = 897.453977723
end_y[16] = 971.392496282
end_y[17] = 980.494068488
end_y[18] = 984.940950223
end_y[19] = 991.772968351
end_y[20] = 992.050907735
end_y[21] = 992.05109113
end_y[22] = 1124.46428571
end_y[23] = 1313.69095884
end_y[24] = 1341.32142353
end_y[25] = 1352.62180902
end_y[26] = 1363.1854458
end_y[27] = 1363.24942735
end_y[28] = 1363.43747182
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
end_label_y[8] = 479.368290982
end_label_y[9] = 613.5
end_label_y[10] = 628.5
end_label_y[11] = 643.5
end_label_y[12] = 658.5
end_label_y[13] = 673.5
end_label_y[14] = 688.5
end_label_y[15] = 897.453977723
end_label_y[16] = 947.950413701
end_label_y[17] = 962.950413701
end_label_y[18] = 977.950413701
end_label_y[19] = 992.950413701
end_label_y[20] = 1007.9504137
end_label_y[21] = 1022.9504137
end_label_y[22] = 1124.46428571
end_label_y[23] = 1297.5
end_label_y[24] = 1312.5
end_label_y[25] = 1327.5
end_label_y[26] = 1342.5
end_label_y[27] = 1357.5
end_label_y[28] = 1372.5
title_text = 'Working memory of the kernel, and peak memory of its process, over dot product'."'".'s; less is better. Panels'."\n".'have one scale where they show the same'
x_label = 'model width (features)'
y_label = 'working memory / dot product'."'".'s'
y_label_beside = 'peak resident memory / dot product'."'".'s'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 1
legend = 0
x_low[1] = 112.985983525; x_high[1] = 1160.07309854; y_low[1] = 0.581669368999; y_high[1] = 13.7765663682
x_low[2] = 112.985983525; x_high[2] = 1160.07309854; y_low[2] = 0.933348707535; y_high[2] = 2.87331708124
x_low[3] = 112.985983525; x_high[3] = 1160.07309854; y_low[3] = 0.581669368999; y_high[3] = 13.7765663682
x_low[4] = 112.985983525; x_high[4] = 1160.07309854; y_low[4] = 0.933348707535; y_high[4] = 2.87331708124
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
