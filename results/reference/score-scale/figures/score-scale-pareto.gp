# `gnuplot figures/score-scale-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/score-scale-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/score-scale-pareto.csv'
out = './figures/score-scale-pareto.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 15
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'dot product, scale of the score times 0.3'
series_style[2] = 1
series_label[2] = 'dot product, scale of the score times 3'
series_style[3] = -2
series_label[3] = 'dot product, scale of the score times 9'
series_style[4] = -3
series_label[4] = 'dot product of normalised q and k, scale of the score times 0.3'
series_style[5] = -4
series_label[5] = 'dot product of normalised q and k, scale of the score times 1'
series_style[6] = 3
series_label[6] = 'dot product of normalised q and k, scale of the score times 3'
series_style[7] = 2
series_label[7] = 'dot product of normalised q and k, scale of the score times 9'
series_style[8] = -5
series_label[8] = 'neural score, d'."'".' = 16, scale of the score times 0.3'
series_style[9] = -6
series_label[9] = 'neural score, d'."'".' = 16, scale of the score times 1'
series_style[10] = -7
series_label[10] = 'neural score, d'."'".' = 16, scale of the score times 3'
series_style[11] = -8
series_label[11] = 'neural score, d'."'".' = 16, scale of the score times 9'
series_style[12] = 4
series_label[12] = 'two hidden layers, d'."'".' = 2, scale of the score times 0.3'
series_style[13] = -9
series_label[13] = 'two hidden layers, d'."'".' = 2, scale of the score times 1'
series_style[14] = -10
series_label[14] = 'two hidden layers, d'."'".' = 2, scale of the score times 3'
series_style[15] = -11
series_label[15] = 'two hidden layers, d'."'".' = 2, scale of the score times 9'
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
points = 19
array legend_x[16]
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
array legend_y[16]
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
ends = 15
array end_series[16]
end_series[1] = 2
end_series[2] = 6
end_series[3] = 11
end_series[4] = 10
end_series[5] = 3
end_series[6] = 5
end_series[7] = 9
end_series[8] = 8
end_series[9] = 1
end_series[10] = 4
end_series[11] = 15
end_series[12] = 14
end_series[13] = 13
end_series[14] = 12
end_series[15] = 7
array end_x[16]
end_x[1] = 233.310524999
end_x[2] = 299.556822173
end_x[3] = 348.677343684
end_x[4] = 295.831174895
end_x[5] = 222.54113407
end_x[6] = 298.429585304
end_x[7] = 333.345448847
end_x[8] = 321.737078921
end_x[9] = 227.848233887
end_x[10] = 369.776596154
end_x[11] = 385.959012355
end_x[12] = 442.039650728
end_x[13] = 474.327044877
end_x[14] = 505.248346906
end_x[15] = 301.692560845
array end_y[16]
end_y[1] = 89.8472778038
end_y[2] = 158.248331098
end_y[3] = 174.972319197
end_y[4] = 176.755798565
end_y[5] = 187.897024861
end_y[6] = 188.762647958
end_y[7] = 189.396422893
end_y[8] = 202.872812456
end_y[9] = 219.74787212
end_y[10] = 263.185986844
end_y[11] = 271.185462845
end_y[12] = 271.890712453
end_y[13] = 272.987134212
end_y[14] = 274.500480643
end_y[15] = 324.066698873
array end_label_x[16]
end_label_x[1] = 660
end_label_x[2] = 660
end_label_x[3] = 660
end_label_x[4] = 660
end_label_x[5] = 660
end_label_x[6] = 660
end_label_x[7] = 660
end_label_x[8] = 660
end_label_x[9] = 660
end_label_x[10] = 660
end_label_x[11] = 660
end_label_x[12] = 660
end_label_x[13] = 660
end_label_x[14] = 660
end_label_x[15] = 660
array end_label_y[16]
end_label_y[1] = 89.8472778038
end_label_y[2] = 129.390693215
end_label_y[3] = 144.390693215
end_label_y[4] = 159.390693215
end_label_y[5] = 174.390693215
end_label_y[6] = 189.390693215
end_label_y[7] = 204.390693215
end_label_y[8] = 219.390693215
end_label_y[9] = 234.390693215
end_label_y[10] = 249.390693215
end_label_y[11] = 264.390693215
end_label_y[12] = 279.390693215
end_label_y[13] = 294.390693215
end_label_y[14] = 309.390693215
end_label_y[15] = 324.390693215
title_text = 'Change in loss (%) at equal steps and data, against dot product, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.857255237045; x_high[1] = 1.63788799206; y_low[1] = -20.8263314552; y_high[1] = 5.60936170364
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 19
point_series = '0 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15'
width = 1150
height = 504
plot_width = 518
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/pareto.gp'
