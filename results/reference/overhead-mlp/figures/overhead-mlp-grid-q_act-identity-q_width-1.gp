# `gnuplot figures/overhead-mlp-grid-q_act-identity-q_width-1.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-grid-q_act-identity-q_width-1.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-grid-q_act-identity-q_width-1.csv'
out = './figures/overhead-mlp-grid-q_act-identity-q_width-1.'.format
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
column_label[1] = '2'
column_at[2] = 2
column_label[2] = '3'
rows = 3
array row_label[4]
array row_at[4]
row_at[1] = 1
row_label[1] = 'without LayerNorm'
row_at[2] = 2
row_label[2] = 'LayerNorm before the activation'
row_at[3] = 3
row_label[3] = 'LayerNorm after the activation'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 6
scale = 'ratio'
value_low = 0.06125176926835197
value_high = 16.326059017477029
array legend_x[1]
array legend_y[1]
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Time of the forward pass / that of linear. Here: without'."\n".'activation, hidden width 1 times the input'."'".'s'
x_label = 'linear maps'
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.88; y_high[1] = 3.12
every = 1
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 6
point_series = '0 0 0 0 0 0'
width = 536
height = 322
plot_width = 200.79999999999998
plot_height = 180
y_label_gap = 289.40000000000003
array panel_x[2]
panel_x[1] = 310.4
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/grid.gp'
