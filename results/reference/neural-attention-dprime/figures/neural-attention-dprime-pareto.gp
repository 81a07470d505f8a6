# `gnuplot figures/neural-attention-dprime-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-dprime-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-dprime-pareto.csv'
out = './figures/neural-attention-dprime-pareto.'.format
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
series_label[1] = 'neural, one hidden layer, d'."'".' = 2'
series_style[2] = -2
series_label[2] = 'neural, one hidden layer, d'."'".' = 4'
series_style[3] = -3
series_label[3] = 'neural, one hidden layer, d'."'".' = 16'
series_style[4] = -4
series_label[4] = 'neural, one hidden layer, d'."'".' = 64'
series_style[5] = 1
series_label[5] = 'neural, two hidden layers, d'."'".' = 2'
series_style[6] = -5
series_label[6] = 'neural, two hidden layers, d'."'".' = 4'
series_style[7] = -6
series_label[7] = 'neural, two hidden layers, d'."'".' = 16'
series_style[8] = -7
series_label[8] = 'neural, two hidden layers, d'."'".' = 64'
series_style[9] = -8
series_label[9] = 'dot product in d'."'".', d'."'".' = 2'
series_style[10] = -9
series_label[10] = 'dot product in d'."'".', d'."'".' = 4'
series_style[11] = -10
series_label[11] = 'dot product in d'."'".', d'."'".' = 16'
series_style[12] = -11
series_label[12] = 'dot product in d'."'".', d'."'".' = 64'
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
points = 14
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
end_series[1] = 11
end_series[2] = 4
end_series[3] = 12
end_series[4] = 8
end_series[5] = 3
end_series[6] = 2
end_series[7] = 7
end_series[8] = 1
end_series[9] = 9
end_series[10] = 10
end_series[11] = 6
end_series[12] = 5
array end_x[13]
end_x[1] = 167.811906032
end_x[2] = 228.694861404
end_x[3] = 198.098444635
end_x[4] = 656.439834867
end_x[5] = 186.978741824
end_x[6] = 165.346400691
end_x[7] = 349.713989447
end_x[8] = 178.982483287
end_x[9] = 169.462192692
end_x[10] = 159.81772121
end_x[11] = 219.597326856
end_x[12] = 197.263276498
array end_y[13]
end_y[1] = 127.418387162
end_y[2] = 130.510801881
end_y[3] = 135.040773469
end_y[4] = 156.809175015
end_y[5] = 159.822570067
end_y[6] = 177.004563632
end_y[7] = 187.433050792
end_y[8] = 214.424222864
end_y[9] = 239.842778448
end_y[10] = 248.9812977
end_y[11] = 282.298152438
end_y[12] = 297.358887659
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
end_label_y[1] = 108.43418886
end_label_y[2] = 123.43418886
end_label_y[3] = 138.43418886
end_label_y[4] = 153.43418886
end_label_y[5] = 168.43418886
end_label_y[6] = 183.43418886
end_label_y[7] = 198.43418886
end_label_y[8] = 214.424222864
end_label_y[9] = 236.912038074
end_label_y[10] = 251.912038074
end_label_y[11] = 282.298152438
end_label_y[12] = 297.358887659
title_text = 'Change in loss (%) at equal steps and data, against dot product, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.739299915867; x_high[1] = 37.6763036212; y_low[1] = -14.7628562397; y_high[1] = 0.835633372059
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 14
point_series = '0 0 1 2 3 4 5 6 7 8 9 10 11 12'
width = 1023
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
