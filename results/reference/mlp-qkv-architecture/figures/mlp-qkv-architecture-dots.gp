# `gnuplot figures/mlp-qkv-architecture-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-architecture-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-architecture-dots.csv'
out = './figures/mlp-qkv-architecture-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'norm_place = pre'
panel_at[2] = 2
panel_label[2] = 'norm_place = post'
series = 17
array series_label[18]
array series_at[18]
series_at[1] = 1
series_label[1] = 'MLP, twice the width, q_act = identity, q_norm = off'
series_at[2] = 2
series_label[2] = 'MLP, twice the width, q_act = relu, q_norm = off'
series_at[3] = 3
series_label[3] = 'MLP, twice the width, q_act = relu, q_norm = before'
series_at[4] = 4
series_label[4] = 'MLP, twice the width, q_act = relu, q_norm = after'
series_at[5] = 5
series_label[5] = 'MLP, twice the width, q_act = gelu, q_norm = off'
series_at[6] = 6
series_label[6] = 'MLP, twice the width, q_act = silu, q_norm = off'
series_at[7] = 7
series_label[7] = 'MLP, twice the width, q_act = tanh, q_norm = off'
series_at[8] = 8
series_label[8] = 'MLP, twice the width, q_act = relu2, q_norm = off'
series_at[9] = 9
series_label[9] = 'MLP, half the width'
series_at[10] = 10
series_label[10] = 'MLP, once the width'
series_at[11] = 11
series_label[11] = 'MLP, 4 times the width'
series_at[12] = 12
series_label[12] = 'MLP, 3 linear maps'
series_at[13] = 13
series_label[13] = 'MLP, 4 linear maps'
series_at[14] = 14
series_label[14] = 'linear, FFN wider by as much as twice the width adds'
series_at[15] = 15
series_label[15] = 'linear, FFN wider by as much as once the width adds'
series_at[16] = 16
series_label[16] = 'linear, FFN wider by as much as 4 times the width adds'
series_at[17] = 17
series_label[17] = 'linear, FFN wider by as much as 4 maps add'
columns = 0
array column_label[1]
array column_at[1]
rows = 17
array row_label[18]
array row_at[18]
row_at[1] = 1
row_label[1] = 'MLP, twice the width, q_act = identity, q_norm = off'
row_at[2] = 2
row_label[2] = 'MLP, twice the width, q_act = relu, q_norm = off'
row_at[3] = 3
row_label[3] = 'MLP, twice the width, q_act = relu, q_norm = before'
row_at[4] = 4
row_label[4] = 'MLP, twice the width, q_act = relu, q_norm = after'
row_at[5] = 5
row_label[5] = 'MLP, twice the width, q_act = gelu, q_norm = off'
row_at[6] = 6
row_label[6] = 'MLP, twice the width, q_act = silu, q_norm = off'
row_at[7] = 7
row_label[7] = 'MLP, twice the width, q_act = tanh, q_norm = off'
row_at[8] = 8
row_label[8] = 'MLP, twice the width, q_act = relu2, q_norm = off'
row_at[9] = 9
row_label[9] = 'MLP, half the width'
row_at[10] = 10
row_label[10] = 'MLP, once the width'
row_at[11] = 11
row_label[11] = 'MLP, 4 times the width'
row_at[12] = 12
row_label[12] = 'MLP, 3 linear maps'
row_at[13] = 13
row_label[13] = 'MLP, 4 linear maps'
row_at[14] = 14
row_label[14] = 'linear, FFN wider by as much as twice the width adds'
row_at[15] = 15
row_label[15] = 'linear, FFN wider by as much as once the width adds'
row_at[16] = 16
row_label[16] = 'linear, FFN wider by as much as 4 times the width adds'
row_at[17] = 17
row_label[17] = 'linear, FFN wider by as much as 4 maps add'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -11.6923048802; x_high[1] = 3.15767835616; y_low[1] = 0.04; y_high[1] = 17.96
x_low[2] = -11.6923048802; x_high[2] = 3.15767835616; y_low[2] = 0.04; y_high[2] = 17.96
log_axes = ''
load plots.'/dots.gp'
