# `gnuplot figures/mlp-qkv-components-heatmap.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-components-heatmap.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-components-heatmap.csv'
out = './figures/mlp-qkv-components-heatmap.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
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
across = 1
points = 4
value_low = -2.3713329482851373
value_high = 2.3713329482851373
array legend_x[1]
array legend_y[1]
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Change in loss (%) at equal steps and data, against linear; more is'."\n".'better. Here: 2 linear maps'
x_label = ''
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.94; y_high[1] = 2.06
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 4
point_series = '0 0 0 0'
width = 677
height = 244
plot_width = 342.40000000000003
plot_height = 120
y_label_gap = 289.40000000000003
array panel_x[2]
panel_x[1] = 310.4
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/heatmap.gp'
