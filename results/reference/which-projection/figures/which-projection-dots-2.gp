# `gnuplot figures/which-projection-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/which-projection-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/which-projection-dots-2.csv'
out = './figures/which-projection-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 19
array series_label[20]
array series_at[20]
series_at[1] = 1
series_label[1] = 'MLP for Q'
series_at[2] = 2
series_label[2] = 'MLP for K'
series_at[3] = 3
series_label[3] = 'MLP for V'
series_at[4] = 4
series_label[4] = 'MLP for O'
series_at[5] = 5
series_label[5] = 'MLP for Q, K'
series_at[6] = 6
series_label[6] = 'MLP for Q, V'
series_at[7] = 7
series_label[7] = 'MLP for Q, O'
series_at[8] = 8
series_label[8] = 'MLP for K, V'
series_at[9] = 9
series_label[9] = 'MLP for K, O'
series_at[10] = 10
series_label[10] = 'MLP for V, O'
series_at[11] = 11
series_label[11] = 'MLP for Q, K, V'
series_at[12] = 12
series_label[12] = 'MLP for Q, K, O'
series_at[13] = 13
series_label[13] = 'MLP for Q, V, O'
series_at[14] = 14
series_label[14] = 'MLP for K, V, O'
series_at[15] = 15
series_label[15] = 'MLP for Q, K, V, O'
series_at[16] = 17
series_label[16] = 'Q, activation removed'
series_at[17] = 18
series_label[17] = 'K, activation removed'
series_at[18] = 19
series_label[18] = 'V, activation removed'
series_at[19] = 20
series_label[19] = 'O, activation removed'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 1
row_label[1] = 'MLP for Q'
row_at[2] = 2
row_label[2] = 'MLP for K'
row_at[3] = 3
row_label[3] = 'MLP for V'
row_at[4] = 4
row_label[4] = 'MLP for O'
row_at[5] = 5
row_label[5] = 'MLP for Q, K'
row_at[6] = 6
row_label[6] = 'MLP for Q, V'
row_at[7] = 7
row_label[7] = 'MLP for Q, O'
row_at[8] = 8
row_label[8] = 'MLP for K, V'
row_at[9] = 9
row_label[9] = 'MLP for K, O'
row_at[10] = 10
row_label[10] = 'MLP for V, O'
row_at[11] = 11
row_label[11] = 'MLP for Q, K, V'
row_at[12] = 12
row_label[12] = 'MLP for Q, K, O'
row_at[13] = 13
row_label[13] = 'MLP for Q, V, O'
row_at[14] = 14
row_label[14] = 'MLP for K, V, O'
row_at[15] = 15
row_label[15] = 'MLP for Q, K, V, O'
row_at[16] = 17
row_label[16] = 'Q, activation removed'
row_at[17] = 18
row_label[17] = 'K, activation removed'
row_at[18] = 19
row_label[18] = 'V, activation removed'
row_at[19] = 20
row_label[19] = 'O, activation removed'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -9.98394036203; x_high[1] = 3.16399544217; y_low[1] = -0.08; y_high[1] = 20.08
log_axes = ''
load plots.'/dots.gp'
