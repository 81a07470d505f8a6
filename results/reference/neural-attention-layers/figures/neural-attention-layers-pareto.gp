# `gnuplot figures/neural-attention-layers-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-layers-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-layers-pareto.csv'
out = './figures/neural-attention-layers-pareto.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'neural, d'."'".' = 16, layer 0'
series_style[2] = -2
series_label[2] = 'neural, d'."'".' = 16, layer 1'
series_style[3] = -3
series_label[3] = 'neural, d'."'".' = 16, layer 2'
series_style[4] = -4
series_label[4] = 'neural, d'."'".' = 16, layer 3'
series_style[5] = -5
series_label[5] = 'neural, d'."'".' = 16, all layers'
series_style[6] = 1
series_label[6] = 'neural as published, d'."'".' = 2, layer 0'
series_style[7] = -6
series_label[7] = 'neural as published, d'."'".' = 2, all layers'
series_style[8] = -7
series_label[8] = 'dot product in d'."'".' = 16, layer 0'
series_style[9] = -8
series_label[9] = 'dot product in d'."'".' = 16, layer 1'
series_style[10] = -9
series_label[10] = 'dot product in d'."'".' = 16, layer 2'
series_style[11] = -10
series_label[11] = 'dot product in d'."'".' = 16, layer 3'
series_style[12] = -11
series_label[12] = 'dot product in d'."'".' = 16, all layers'
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
points = 17
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
ends = 12
array end_series[13]
end_series[1] = 2
end_series[2] = 11
end_series[3] = 4
end_series[4] = 3
end_series[5] = 10
end_series[6] = 9
end_series[7] = 1
end_series[8] = 12
end_series[9] = 5
end_series[10] = 8
end_series[11] = 6
end_series[12] = 7
array end_x[13]
end_x[1] = 344.647545002
end_x[2] = 342.720405632
end_x[3] = 405.435152867
end_x[4] = 366.314809301
end_x[5] = 422.322951523
end_x[6] = 314.65230389
end_x[7] = 414.263881578
end_x[8] = 377.958505501
end_x[9] = 403.68517069
end_x[10] = 278.99989772
end_x[11] = 375.398680729
end_x[12] = 555.764616011
array end_y[13]
end_y[1] = 87.7773961519
end_y[2] = 95.9070407046
end_y[3] = 97.5993860369
end_y[4] = 98.9921398524
end_y[5] = 101.921299671
end_y[6] = 109.364075107
end_y[7] = 187.303463397
end_y[8] = 194.376089408
end_y[9] = 195.036506478
end_y[10] = 211.465465459
end_y[11] = 269.611906902
end_y[12] = 358.882584091
array end_label_x[13]
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
array end_label_y[13]
end_label_y[1] = 61.093556254
end_label_y[2] = 76.093556254
end_label_y[3] = 91.093556254
end_label_y[4] = 106.093556254
end_label_y[5] = 121.093556254
end_label_y[6] = 136.093556254
end_label_y[7] = 174.545381185
end_label_y[8] = 189.545381185
end_label_y[9] = 204.545381185
end_label_y[10] = 219.545381185
end_label_y[11] = 269.611906902
end_label_y[12] = 358.882584091
title_text = 'Change in loss (%) at equal steps and data, against dot product, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.794426537783; x_high[1] = 1.51685015434; y_low[1] = -11.1573132662; y_high[1] = 2.16313241376
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 17
point_series = '0 0 0 0 0 1 2 3 4 5 6 7 8 9 10 11 12'
width = 1059
height = 504
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/pareto.gp'
