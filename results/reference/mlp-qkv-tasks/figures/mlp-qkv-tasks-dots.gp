# `gnuplot figures/mlp-qkv-tasks-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-tasks-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-tasks-dots.csv'
out = './figures/mlp-qkv-tasks-dots.'.format
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
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 1
series_label[1] = 'linear, FFN wider by as much'
series_at[2] = 2
series_label[2] = 'MLP for Q, K, V, q_act = identity, q_norm = off'
series_at[3] = 3
series_label[3] = 'MLP for Q, K, V, q_act = identity, q_norm = before'
series_at[4] = 4
series_label[4] = 'MLP for Q, K, V, q_act = relu, q_norm = off'
series_at[5] = 5
series_label[5] = 'MLP for Q, K, V, q_act = relu, q_norm = before'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V, q_act = identity, q_norm = off'
row_at[3] = 3
row_label[3] = 'MLP for Q, K, V, q_act = identity, q_norm = before'
row_at[4] = 4
row_label[4] = 'MLP for Q, K, V, q_act = relu, q_norm = off'
row_at[5] = 5
row_label[5] = 'MLP for Q, K, V, q_act = relu, q_norm = before'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'accuracy above the baseline'."'".'s'
zero = 0
band_low = -0.01
band_high = 0.01
x_low[1] = -0.316731389691; x_high[1] = 0.182254551208; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = -0.316731389691; x_high[2] = 0.182254551208; y_low[2] = 0.76; y_high[2] = 5.24
x_low[3] = -0.316731389691; x_high[3] = 0.182254551208; y_low[3] = 0.76; y_high[3] = 5.24
x_low[4] = -0.316731389691; x_high[4] = 0.182254551208; y_low[4] = 0.76; y_high[4] = 5.24
log_axes = ''
load plots.'/dots.gp'
