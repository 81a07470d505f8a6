# `gnuplot figures/which-projection-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/which-projection-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/which-projection-pareto.csv'
out = './figures/which-projection-pareto.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 28
array series_label[29]
array series_at[29]
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
series_at[16] = 16
series_label[16] = 'all linear, as plain projections'
series_at[17] = 17
series_label[17] = 'Q, activation removed'
series_at[18] = 18
series_label[18] = 'K, activation removed'
series_at[19] = 19
series_label[19] = 'V, activation removed'
series_at[20] = 20
series_label[20] = 'O, activation removed'
series_at[21] = 21
series_label[21] = 'bottleneck for Q'
series_at[22] = 22
series_label[22] = 'bottleneck for K'
series_at[23] = 23
series_label[23] = 'bottleneck for V'
series_at[24] = 24
series_label[24] = 'bottleneck for O'
series_at[25] = 25
series_label[25] = 'linear, FFN wider by one MLP'
series_at[26] = 26
series_label[26] = 'linear, FFN wider by two MLPs'
series_at[27] = 27
series_label[27] = 'linear, FFN wider by three MLPs'
series_at[28] = 28
series_label[28] = 'linear, FFN wider by four MLPs'
columns = 0
array column_label[1]
array column_at[1]
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
y_label = 'loss below the baseline'."'".'s (%)'
x_label = 'training time per token / the baseline'."'".'s'
x_low[1] = 0.758581978697; x_high[1] = 1.7917447148; y_low[1] = -13.9510378876; y_high[1] = 2.9218345435
log_axes = ''
load plots.'/pareto.gp'
