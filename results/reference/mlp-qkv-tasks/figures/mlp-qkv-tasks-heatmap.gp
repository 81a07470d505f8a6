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
panel_label[1] = 'data = babi:14'
panel_at[2] = 2
panel_label[2] = 'data = babi:5'
panel_at[3] = 3
panel_label[3] = 'data = trec'
panel_at[4] = 4
panel_label[4] = 'data = sst2'
series = 0
array series_label[1]
array series_at[1]
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 1
column_label[1] = 'identity'
column_at[2] = 2
column_label[2] = 'relu'
rows = 2
array row_label[3]
array row_at[3]
row_at[1] = 1
row_label[1] = 'off'
row_at[2] = 2
row_label[2] = 'before'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = 'q_norm'
x_label = 'q_act'
heading = 'accuracy above the baseline'."'".'s'
cell_format = '%+.4g'
interval_format = '[%.4g, %.4g]'
value_low = -0.090000000000000011
value_high = 0.090000000000000011
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.94; y_high[1] = 2.06
x_low[2] = 0.94; x_high[2] = 2.06; y_low[2] = 0.94; y_high[2] = 2.06
x_low[3] = 0.94; x_high[3] = 2.06; y_low[3] = 0.94; y_high[3] = 2.06
x_low[4] = 0.94; x_high[4] = 2.06; y_low[4] = 0.94; y_high[4] = 2.06
log_axes = ''
load plots.'/heatmap.gp'
