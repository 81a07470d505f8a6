# `gnuplot figures/mlp-qkv-components-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-components-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-components-pareto.csv'
out = './figures/mlp-qkv-components-pareto.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 11
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'ReLU on linear projections, no hidden layer'
series_style[2] = -2
series_label[2] = 'linear, FFN wider by as much as depth 2 adds'
series_style[3] = -3
series_label[3] = 'linear, FFN wider by as much as depth 3 adds'
series_style[4] = -4
series_label[4] = 'MLP, 2 linear maps, without activation, without LayerNorm'
series_style[5] = -5
series_label[5] = 'MLP, 2 linear maps, without activation, LayerNorm before the activation'
series_style[6] = 1
series_label[6] = 'MLP, 2 linear maps, ReLU, without LayerNorm'
series_style[7] = -6
series_label[7] = 'MLP, 2 linear maps, ReLU, LayerNorm before the activation'
series_style[8] = -7
series_label[8] = 'MLP, 3 linear maps, without activation, without LayerNorm'
series_style[9] = -8
series_label[9] = 'MLP, 3 linear maps, without activation, LayerNorm before the activation'
series_style[10] = -9
series_label[10] = 'MLP, 3 linear maps, ReLU, without LayerNorm'
series_style[11] = -10
series_label[11] = 'MLP, 3 linear maps, ReLU, LayerNorm before the activation'
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
points = 15
array legend_x[12]
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
array legend_y[12]
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
ends = 11
array end_series[12]
end_series[1] = 3
end_series[2] = 2
end_series[3] = 5
end_series[4] = 4
end_series[5] = 7
end_series[6] = 9
end_series[7] = 6
end_series[8] = 8
end_series[9] = 1
end_series[10] = 11
end_series[11] = 10
array end_x[12]
end_x[1] = 442.921081154
end_x[2] = 287.986951413
end_x[3] = 344.756394437
end_x[4] = 284.304611571
end_x[5] = 343.393206689
end_x[6] = 483.600970889
end_x[7] = 301.212948669
end_x[8] = 425.817579922
end_x[9] = 163.883094413
end_x[10] = 532.264616922
end_x[11] = 429.113301076
array end_y[12]
end_y[1] = 81.4057624215
end_y[2] = 97.405021069
end_y[3] = 143.723527857
end_y[4] = 163.39765368
end_y[5] = 216.29670924
end_y[6] = 231.040720235
end_y[7] = 248.823940273
end_y[8] = 256.605113702
end_y[9] = 299.249020342
end_y[10] = 337.297738169
end_y[11] = 360.592649782
array end_label_x[12]
end_label_x[1] = 602
end_label_x[2] = 602
end_label_x[3] = 602
end_label_x[4] = 602
end_label_x[5] = 602
end_label_x[6] = 602
end_label_x[7] = 602
end_label_x[8] = 602
end_label_x[9] = 602
end_label_x[10] = 602
end_label_x[11] = 602
array end_label_y[12]
end_label_y[1] = 81.4057624215
end_label_y[2] = 97.405021069
end_label_y[3] = 143.723527857
end_label_y[4] = 163.39765368
end_label_y[5] = 215.691620862
end_label_y[6] = 230.691620862
end_label_y[7] = 245.691620862
end_label_y[8] = 260.691620862
end_label_y[9] = 299.249020342
end_label_y[10] = 337.297738169
end_label_y[11] = 360.592649782
title_text = 'Change in loss (%) at equal steps and data, against linear, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in loss (%), better upward'
y_label_beside = 'change in loss (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.942572615848; x_high[1] = 2.84296520538; y_low[1] = -6.90809488648; y_high[1] = 2.71355623779
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 15
point_series = '0 0 0 0 1 2 3 4 5 6 7 8 9 10 11'
width = 1150
height = 504
plot_width = 460
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 48
log_axes = 'x'
load plots.'/pareto.gp'
