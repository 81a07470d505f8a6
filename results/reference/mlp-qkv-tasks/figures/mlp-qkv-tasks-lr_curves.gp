# `gnuplot figures/mlp-qkv-tasks-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-tasks-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-tasks-lr_curves.csv'
out = './figures/mlp-qkv-tasks-lr_curves.'.format
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
series = 6
array series_label[7]
array series_at[7]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, FFN wider by as much'
series_at[3] = 2
series_label[3] = 'MLP for Q, K, V, q_act = identity, q_norm = off'
series_at[4] = 3
series_label[4] = 'MLP for Q, K, V, q_act = identity, q_norm = before'
series_at[5] = 4
series_label[5] = 'MLP for Q, K, V, q_act = relu, q_norm = off'
series_at[6] = 5
series_label[6] = 'MLP for Q, K, V, q_act = relu, q_norm = before'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.0005
column_label[1] = '0.0005'
column_at[2] = 0.001
column_label[2] = '0.001'
column_at[3] = 0.002
column_label[3] = '0.002'
column_at[4] = 0.004
column_label[4] = '0.004'
column_at[5] = 0.008
column_label[5] = '0.008'
rows = 0
array row_label[1]
array row_at[1]
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.000423372656181; x_high[1] = 0.00944794129144; y_low[1] = 0.244129820838; y_high[1] = 1.6159182446
x_low[2] = 0.000423372656181; x_high[2] = 0.00944794129144; y_low[2] = 0.244129820838; y_high[2] = 1.6159182446
x_low[3] = 0.000423372656181; x_high[3] = 0.00944794129144; y_low[3] = 0.244129820838; y_high[3] = 1.6159182446
x_low[4] = 0.000423372656181; x_high[4] = 0.00944794129144; y_low[4] = 0.244129820838; y_high[4] = 1.6159182446
log_axes = 'x'
load plots.'/lr_curves.gp'
