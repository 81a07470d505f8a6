# `gnuplot figures/overhead-mlp-training-memory-batch-4.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-training-memory-batch-4.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-training-memory-batch-4.csv'
out = './figures/overhead-mlp-training-memory-batch-4.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = ''
panel_at[2] = 2
panel_label[2] = ''
series = 5
array series_label[series + 1]
array series_style[series + 1]
series_style[1] = 0
series_label[1] = 'linear Q K V O'
series_style[2] = 1
series_label[2] = 'MLP for Q, K, V (RoBERTa code)'
series_style[3] = 2
series_label[3] = 'the same with LayerNorm'
series_style[4] = 3
series_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code)'
series_style[5] = 4
series_label[5] = 'bottleneck for Q, equal parameters'
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 128
column_label[1] = '128'
column_at[2] = 512
column_label[2] = '512'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 20
array legend_x[6]
legend_x[1] = 58
legend_x[2] = 226.8
legend_x[3] = 510.8
legend_x[4] = 58
legend_x[5] = 442.8
array legend_y[6]
legend_y[1] = 66
legend_y[2] = 66
legend_y[3] = 66
legend_y[4] = 84
legend_y[5] = 84
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Working memory of the kernel, and peak memory of its process. Panels have one scale where they show the same.'."\n".'Here: batch 4'
x_label = 'sequence length n (tokens)'
y_label = 'working memory of the kernel'
y_label_beside = 'peak resident memory of the process'
x_unit = ''
y_unit = 'bytes'
y_asinh = 0
pairs = 1
legend = 1
x_low[1] = 117.78401928; x_high[1] = 556.408249613; y_low[1] = 16026586.5902; y_high[1] = 66947379.3089
x_low[2] = 117.78401928; x_high[2] = 556.408249613; y_low[2] = 43853860.4273; y_high[2] = 174309649.742
every = 1
array panel_first[3]
panel_first[1] = 1
panel_first[2] = 11
array panel_last[3]
panel_last[1] = 10
panel_last[2] = 20
point_series = '1 1 2 2 3 3 4 4 5 5 1 1 2 2 3 3 4 4 5 5'
width = 1014
height = 460
plot_width = 380
plot_height = 270
y_label_gap = 87
array panel_x[3]
panel_x[1] = 108
panel_x[2] = 610
array panel_y[3]
panel_y[1] = 114
panel_y[2] = 114
log_axes = 'xy'
load plots.'/memory.gp'
