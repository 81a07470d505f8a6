# `gnuplot figures/neural-attention-dprime-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-dprime-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-dprime-lr_curves.csv'
out = './figures/neural-attention-dprime-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 13
array series_label[14]
array series_at[14]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'neural, one hidden layer, d_prime = 2'
series_at[3] = 2
series_label[3] = 'neural, one hidden layer, d_prime = 4'
series_at[4] = 3
series_label[4] = 'neural, one hidden layer, d_prime = 16'
series_at[5] = 4
series_label[5] = 'neural, one hidden layer, d_prime = 64'
series_at[6] = 5
series_label[6] = 'neural, two hidden layers, d_prime = 2'
series_at[7] = 6
series_label[7] = 'neural, two hidden layers, d_prime = 4'
series_at[8] = 7
series_label[8] = 'neural, two hidden layers, d_prime = 16'
series_at[9] = 8
series_label[9] = 'neural, two hidden layers, d_prime = 64'
series_at[10] = 9
series_label[10] = 'dot product in d'."'".', d_prime = 2'
series_at[11] = 10
series_label[11] = 'dot product in d'."'".', d_prime = 4'
series_at[12] = 11
series_label[12] = 'dot product in d'."'".', d_prime = 16'
series_at[13] = 12
series_label[13] = 'dot product in d'."'".', d_prime = 64'
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
across = 1
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 2.02292100546; y_high[1] = 2.37162592508
log_axes = 'x'
load plots.'/lr_curves.gp'
