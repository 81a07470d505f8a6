# `gnuplot figures/which-projection-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/which-projection-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/which-projection-lr_curves.csv'
out = './figures/which-projection-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 29
array series_label[30]
array series_at[30]
series_at[1] = 0
series_label[1] = 'all linear'
series_at[2] = 1
series_label[2] = 'MLP for Q'
series_at[3] = 2
series_label[3] = 'MLP for K'
series_at[4] = 3
series_label[4] = 'MLP for V'
series_at[5] = 4
series_label[5] = 'MLP for O'
series_at[6] = 5
series_label[6] = 'MLP for Q, K'
series_at[7] = 6
series_label[7] = 'MLP for Q, V'
series_at[8] = 7
series_label[8] = 'MLP for Q, O'
series_at[9] = 8
series_label[9] = 'MLP for K, V'
series_at[10] = 9
series_label[10] = 'MLP for K, O'
series_at[11] = 10
series_label[11] = 'MLP for V, O'
series_at[12] = 11
series_label[12] = 'MLP for Q, K, V'
series_at[13] = 12
series_label[13] = 'MLP for Q, K, O'
series_at[14] = 13
series_label[14] = 'MLP for Q, V, O'
series_at[15] = 14
series_label[15] = 'MLP for K, V, O'
series_at[16] = 15
series_label[16] = 'MLP for Q, K, V, O'
series_at[17] = 16
series_label[17] = 'all linear, as plain projections'
series_at[18] = 17
series_label[18] = 'Q, activation removed'
series_at[19] = 18
series_label[19] = 'K, activation removed'
series_at[20] = 19
series_label[20] = 'V, activation removed'
series_at[21] = 20
series_label[21] = 'O, activation removed'
series_at[22] = 21
series_label[22] = 'bottleneck for Q'
series_at[23] = 22
series_label[23] = 'bottleneck for K'
series_at[24] = 23
series_label[24] = 'bottleneck for V'
series_at[25] = 24
series_label[25] = 'bottleneck for O'
series_at[26] = 25
series_label[26] = 'linear, FFN wider by one MLP'
series_at[27] = 26
series_label[27] = 'linear, FFN wider by two MLPs'
series_at[28] = 27
series_label[28] = 'linear, FFN wider by three MLPs'
series_at[29] = 28
series_label[29] = 'linear, FFN wider by four MLPs'
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
across = 1
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.98258401968; y_high[1] = 2.51924811012
log_axes = 'x'
load plots.'/lr_curves.gp'
