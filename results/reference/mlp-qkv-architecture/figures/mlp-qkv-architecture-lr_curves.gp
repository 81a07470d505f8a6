# `gnuplot figures/mlp-qkv-architecture-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-architecture-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-architecture-lr_curves.csv'
out = './figures/mlp-qkv-architecture-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'norm_place = pre'
panel_at[2] = 2
panel_label[2] = 'norm_place = post'
series = 18
array series_label[19]
array series_at[19]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'MLP, twice the width, q_act = identity, q_norm = off'
series_at[3] = 2
series_label[3] = 'MLP, twice the width, q_act = relu, q_norm = off'
series_at[4] = 3
series_label[4] = 'MLP, twice the width, q_act = relu, q_norm = before'
series_at[5] = 4
series_label[5] = 'MLP, twice the width, q_act = relu, q_norm = after'
series_at[6] = 5
series_label[6] = 'MLP, twice the width, q_act = gelu, q_norm = off'
series_at[7] = 6
series_label[7] = 'MLP, twice the width, q_act = silu, q_norm = off'
series_at[8] = 7
series_label[8] = 'MLP, twice the width, q_act = tanh, q_norm = off'
series_at[9] = 8
series_label[9] = 'MLP, twice the width, q_act = relu2, q_norm = off'
series_at[10] = 9
series_label[10] = 'MLP, half the width'
series_at[11] = 10
series_label[11] = 'MLP, once the width'
series_at[12] = 11
series_label[12] = 'MLP, 4 times the width'
series_at[13] = 12
series_label[13] = 'MLP, 3 linear maps'
series_at[14] = 13
series_label[14] = 'MLP, 4 linear maps'
series_at[15] = 14
series_label[15] = 'linear, FFN wider by as much as twice the width adds'
series_at[16] = 15
series_label[16] = 'linear, FFN wider by as much as once the width adds'
series_at[17] = 16
series_label[17] = 'linear, FFN wider by as much as 4 times the width adds'
series_at[18] = 17
series_label[18] = 'linear, FFN wider by as much as 4 maps add'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
column_at[5] = 0.032
column_label[5] = '0.032'
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
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.88942449408; y_high[1] = 3.43264616131
x_low[2] = 0.00169349062473; x_high[2] = 0.0377917651657; y_low[2] = 1.88942449408; y_high[2] = 3.43264616131
log_axes = 'x'
load plots.'/lr_curves.gp'
