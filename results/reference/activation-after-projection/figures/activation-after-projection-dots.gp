# `gnuplot figures/activation-after-projection-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/activation-after-projection-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/activation-after-projection-dots.csv'
out = './figures/activation-after-projection-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'ffn_act = identity'
panel_at[2] = 2
panel_label[2] = 'ffn_act = gelu'
series = 16
array series_label[17]
array series_at[17]
series_at[1] = 1
series_label[1] = 'ReLU on Q'
series_at[2] = 2
series_label[2] = 'ReLU on K'
series_at[3] = 3
series_label[3] = 'ReLU on V'
series_at[4] = 4
series_label[4] = 'ReLU on Q, K'
series_at[5] = 5
series_label[5] = 'ReLU on Q, K, V'
series_at[6] = 6
series_label[6] = 'GELU on Q, K, V'
series_at[7] = 7
series_label[7] = 'tanh on Q, K, V'
series_at[8] = 8
series_label[8] = 'GELU on V'
series_at[9] = 9
series_label[9] = 'no activation, Q and K normalised'
series_at[10] = 10
series_label[10] = 'tanh / m for softmax'
series_at[11] = 11
series_label[11] = 'sigmoid for softmax'
series_at[12] = 12
series_label[12] = 'ReLU / m for softmax'
series_at[13] = 13
series_label[13] = 'additive score (Bahdanau)'
series_at[14] = 14
series_label[14] = 'graph attention (GAT)'
series_at[15] = 15
series_label[15] = 'graph attention (GATv2)'
series_at[16] = 16
series_label[16] = 'same weights for every query'
columns = 0
array column_label[1]
array column_at[1]
rows = 16
array row_label[17]
array row_at[17]
row_at[1] = 1
row_label[1] = 'ReLU on Q'
row_at[2] = 2
row_label[2] = 'ReLU on K'
row_at[3] = 3
row_label[3] = 'ReLU on V'
row_at[4] = 4
row_label[4] = 'ReLU on Q, K'
row_at[5] = 5
row_label[5] = 'ReLU on Q, K, V'
row_at[6] = 6
row_label[6] = 'GELU on Q, K, V'
row_at[7] = 7
row_label[7] = 'tanh on Q, K, V'
row_at[8] = 8
row_label[8] = 'GELU on V'
row_at[9] = 9
row_label[9] = 'no activation, Q and K normalised'
row_at[10] = 10
row_label[10] = 'tanh / m for softmax'
row_at[11] = 11
row_label[11] = 'sigmoid for softmax'
row_at[12] = 12
row_label[12] = 'ReLU / m for softmax'
row_at[13] = 13
row_label[13] = 'additive score (Bahdanau)'
row_at[14] = 14
row_label[14] = 'graph attention (GAT)'
row_at[15] = 15
row_label[15] = 'graph attention (GATv2)'
row_at[16] = 16
row_label[16] = 'same weights for every query'
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
x_low[1] = -18.0086413986; x_high[1] = 3.3580227184; y_low[1] = 0.1; y_high[1] = 16.9
x_low[2] = -18.0086413986; x_high[2] = 3.3580227184; y_low[2] = 0.1; y_high[2] = 16.9
log_axes = ''
load plots.'/dots.gp'
