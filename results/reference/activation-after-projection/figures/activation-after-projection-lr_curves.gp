# `gnuplot figures/activation-after-projection-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/activation-after-projection-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/activation-after-projection-lr_curves.csv'
out = './figures/activation-after-projection-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'ffn_act = identity'
panel_at[2] = 2
panel_label[2] = 'ffn_act = gelu'
series = 17
array series_label[18]
array series_at[18]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'ReLU on Q'
series_at[3] = 2
series_label[3] = 'ReLU on K'
series_at[4] = 3
series_label[4] = 'ReLU on V'
series_at[5] = 4
series_label[5] = 'ReLU on Q, K'
series_at[6] = 5
series_label[6] = 'ReLU on Q, K, V'
series_at[7] = 6
series_label[7] = 'GELU on Q, K, V'
series_at[8] = 7
series_label[8] = 'tanh on Q, K, V'
series_at[9] = 8
series_label[9] = 'GELU on V'
series_at[10] = 9
series_label[10] = 'no activation, Q and K normalised'
series_at[11] = 10
series_label[11] = 'tanh / m for softmax'
series_at[12] = 11
series_label[12] = 'sigmoid for softmax'
series_at[13] = 12
series_label[13] = 'ReLU / m for softmax'
series_at[14] = 13
series_label[14] = 'additive score (Bahdanau)'
series_at[15] = 14
series_label[15] = 'graph attention (GAT)'
series_at[16] = 15
series_label[16] = 'graph attention (GATv2)'
series_at[17] = 16
series_label[17] = 'same weights for every query'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.004
column_label[1] = '0.004'
column_at[2] = 0.008
column_label[2] = '0.008'
column_at[3] = 0.016
column_label[3] = '0.016'
column_at[4] = 0.032
column_label[4] = '0.032'
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
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 1.9937304809; y_high[1] = 2.48503790684
x_low[2] = 0.00353081198516; x_high[2] = 0.0362522843295; y_low[2] = 1.9937304809; y_high[2] = 2.48503790684
log_axes = 'x'
load plots.'/lr_curves.gp'
