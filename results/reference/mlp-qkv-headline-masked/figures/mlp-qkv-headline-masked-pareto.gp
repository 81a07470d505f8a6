# `gnuplot figures/mlp-qkv-headline-masked-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-masked-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-masked-pareto.csv'
out = './figures/mlp-qkv-headline-masked-pareto.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swapped in after 500 steps'
panel_at[2] = 2
panel_label[2] = 'there from the first step'
series = 7
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = -1
series_label[1] = 'linear, FFN wider by as much'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V (RoBERTa code), ReLU'
series_style[3] = -2
series_label[3] = 'MLP for Q, K, V (RoBERTa code), without activation'
series_style[4] = -3
series_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code), without activation'
series_style[5] = -4
series_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), ReLU'
series_style[6] = -5
series_label[6] = 'linear, nothing begun anew'
series_style[7] = -6
series_label[7] = 'MLP for Q, K, V, equal to the trained linear maps at first'
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
points = 13
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
ends = 8
array end_series[9]
end_series[1] = 6
end_series[2] = 7
end_series[3] = 2
end_series[4] = 1
end_series[5] = 5
end_series[6] = 3
end_series[7] = 2
end_series[8] = 4
array end_x[9]
end_x[1] = 222.317019377
end_x[2] = 469.46646526
end_x[3] = 461.18120183
end_x[4] = 417.030188987
end_x[5] = 503.936517602
end_x[6] = 384.621895962
end_x[7] = 392.24795912
end_x[8] = 435.396999501
array end_y[9]
end_y[1] = 88.7890357711
end_y[2] = 104.136930128
end_y[3] = 181.212020254
end_y[4] = 485.391705704
end_y[5] = 518.206087669
end_y[6] = 538.241069809
end_y[7] = 590.189268063
end_y[8] = 638.297616834
array end_label_x[9]
end_label_x[1] = 653
end_label_x[2] = 653
end_label_x[3] = 653
end_label_x[4] = 653
end_label_x[5] = 653
end_label_x[6] = 653
end_label_x[7] = 653
end_label_x[8] = 653
array end_label_y[9]
end_label_y[1] = 88.7890357711
end_label_y[2] = 104.136930128
end_label_y[3] = 181.212020254
end_label_y[4] = 485.391705704
end_label_y[5] = 518.206087669
end_label_y[6] = 538.241069809
end_label_y[7] = 590.189268063
end_label_y[8] = 638.297616834
title_text = 'Change in perplexity (%) at equal steps and data, against linear, by training time per token'
x_label = 'training time per token / the baseline'."'".'s'
y_label = 'change in perplexity (%), better upward'
y_label_beside = 'change in perplexity (%), better upward'
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.900286807926; x_high[1] = 1.84208774747; y_low[1] = -5.90049453701; y_high[1] = 1.53751341607
x_low[2] = 0.900286807926; x_high[2] = 1.84208774747; y_low[2] = -5.90049453701; y_high[2] = 1.53751341607
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 7
array panel_last[3]
panel_last[1] = 6
panel_last[2] = 13
point_series = '0 0 0 2 6 7 0 0 1 2 3 4 5'
width = 1150
height = 754
plot_width = 511
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
