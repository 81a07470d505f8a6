# `gnuplot figures/mlp-qkv-tasks-heatmap.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-tasks-heatmap.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-tasks-heatmap.csv'
out = './figures/mlp-qkv-tasks-heatmap.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'bAbI 14'
panel_at[2] = 2
panel_label[2] = 'bAbI 5'
panel_at[3] = 3
panel_label[3] = 'TREC'
panel_at[4] = 4
panel_label[4] = 'SST-2'
series = 0
array series_label[series + 1]
array series_style[series + 1]
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 1
column_label[1] = 'without activation'
column_at[2] = 2
column_label[2] = 'ReLU'
rows = 2
array row_label[3]
array row_at[3]
row_at[1] = 1
row_label[1] = 'without LayerNorm'
row_at[2] = 2
row_label[2] = 'LayerNorm before the activation'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
points = 16
value_low = -0.090000000000000011
value_high = 0.090000000000000011
array legend_x[1]
array legend_y[1]
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in accuracy at equal steps and data, against linear; more is better'
x_label = ''
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.94; y_high[1] = 2.06
x_low[2] = 0.94; x_high[2] = 2.06; y_low[2] = 0.94; y_high[2] = 2.06
x_low[3] = 0.94; x_high[3] = 2.06; y_low[3] = 0.94; y_high[3] = 2.06
x_low[4] = 0.94; x_high[4] = 2.06; y_low[4] = 0.94; y_high[4] = 2.06
every = 1
array panel_first[5]
panel_first[1] = 1
panel_first[2] = 5
panel_first[3] = 9
panel_first[4] = 13
array panel_last[5]
panel_last[1] = 4
panel_last[2] = 8
panel_last[3] = 12
panel_last[4] = 16
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
width = 1046
height = 436
plot_width = 342.40000000000003
plot_height = 120
y_label_gap = 289.40000000000003
array panel_x[5]
panel_x[1] = 310.4
panel_x[2] = 678.8
panel_x[3] = 310.4
panel_x[4] = 678.8
array panel_y[5]
panel_y[1] = 66
panel_y[2] = 66
panel_y[3] = 258
panel_y[4] = 258
log_axes = ''
load plots.'/heatmap.gp'
