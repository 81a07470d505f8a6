# `gnuplot figures/mlp-qkv-first-heatmap.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-first-heatmap.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-first-heatmap.csv'
out = './figures/mlp-qkv-first-heatmap.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
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
across = 1
y_label = 'q_norm'
x_label = 'q_act'
heading = 'loss below the baseline'."'".'s (%)'
cell_format = '%+.2f %%'
interval_format = '[%.2f, %.2f]'
value_low = -19.139211546718229
value_high = 19.139211546718229
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.94; y_high[1] = 2.06
log_axes = ''
load plots.'/heatmap.gp'
