# `gnuplot figures/overhead-mlp-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-ratio.csv'
out = './figures/overhead-mlp-ratio.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 1
array series_label[2]
array series_at[2]
series_at[1] = 1
series_label[1] = 'MLP for q, k, v'
columns = 0
array column_label[1]
array column_at[1]
rows = 37
array row_label[38]
array row_at[38]
row_at[1] = 1
row_label[1] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 1, q_norm = off'
row_at[2] = 2
row_label[2] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 1, q_norm = before'
row_at[3] = 3
row_label[3] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 1, q_norm = after'
row_at[4] = 4
row_label[4] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 2, q_norm = off'
row_at[5] = 5
row_label[5] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 2, q_norm = before'
row_at[6] = 6
row_label[6] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 2, q_norm = after'
row_at[7] = 7
row_label[7] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 4, q_norm = off'
row_at[8] = 8
row_label[8] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 4, q_norm = before'
row_at[9] = 9
row_label[9] = 'MLP for q, k, v, q_act = identity, q_depth = 2, q_width = 4, q_norm = after'
row_at[10] = 10
row_label[10] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 1, q_norm = off'
row_at[11] = 11
row_label[11] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 1, q_norm = before'
row_at[12] = 12
row_label[12] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 1, q_norm = after'
row_at[13] = 13
row_label[13] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 2, q_norm = off'
row_at[14] = 14
row_label[14] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 2, q_norm = before'
row_at[15] = 15
row_label[15] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 2, q_norm = after'
row_at[16] = 16
row_label[16] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 4, q_norm = off'
row_at[17] = 17
row_label[17] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 4, q_norm = before'
row_at[18] = 18
row_label[18] = 'MLP for q, k, v, q_act = identity, q_depth = 3, q_width = 4, q_norm = after'
row_at[19] = 19
row_label[19] = 'MLP for q, k, v, q_act = relu, q_depth = 1, q_width = 2, q_norm = off'
row_at[20] = 20
row_label[20] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 1, q_norm = off'
row_at[21] = 21
row_label[21] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 1, q_norm = before'
row_at[22] = 22
row_label[22] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 1, q_norm = after'
row_at[23] = 23
row_label[23] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 2, q_norm = off'
row_at[24] = 24
row_label[24] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 2, q_norm = before'
row_at[25] = 25
row_label[25] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 2, q_norm = after'
row_at[26] = 26
row_label[26] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 4, q_norm = off'
row_at[27] = 27
row_label[27] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 4, q_norm = before'
row_at[28] = 28
row_label[28] = 'MLP for q, k, v, q_act = relu, q_depth = 2, q_width = 4, q_norm = after'
row_at[29] = 29
row_label[29] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 1, q_norm = off'
row_at[30] = 30
row_label[30] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 1, q_norm = before'
row_at[31] = 31
row_label[31] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 1, q_norm = after'
row_at[32] = 32
row_label[32] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 2, q_norm = off'
row_at[33] = 33
row_label[33] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 2, q_norm = before'
row_at[34] = 34
row_label[34] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 2, q_norm = after'
row_at[35] = 35
row_label[35] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 4, q_norm = off'
row_at[36] = 36
row_label[36] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 4, q_norm = before'
row_at[37] = 37
row_label[37] = 'MLP for q, k, v, q_act = relu, q_depth = 3, q_width = 4, q_norm = after'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'time / time of baseline'
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
x_low[1] = 0.73796001005; x_high[1] = 29.6588278953; y_low[1] = -1.16; y_high[1] = 39.16
x_low[2] = 0.73796001005; x_high[2] = 29.6588278953; y_low[2] = -1.16; y_high[2] = 39.16
log_axes = 'x'
load plots.'/ratio.gp'
