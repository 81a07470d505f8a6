# `gnuplot figures/score-scale-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/score-scale-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/score-scale-dots.csv'
out = './figures/score-scale-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 15
array series_label[16]
array series_at[16]
series_at[1] = 1
series_label[1] = 'dot product, score_scale = 0.3'
series_at[2] = 2
series_label[2] = 'dot product, score_scale = 3'
series_at[3] = 3
series_label[3] = 'dot product, score_scale = 9'
series_at[4] = 4
series_label[4] = 'dot product of normalised q and k, score_scale = 0.3'
series_at[5] = 5
series_label[5] = 'dot product of normalised q and k, score_scale = 1'
series_at[6] = 6
series_label[6] = 'dot product of normalised q and k, score_scale = 3'
series_at[7] = 7
series_label[7] = 'dot product of normalised q and k, score_scale = 9'
series_at[8] = 8
series_label[8] = 'neural score, d'."'".' = 16, score_scale = 0.3'
series_at[9] = 9
series_label[9] = 'neural score, d'."'".' = 16, score_scale = 1'
series_at[10] = 10
series_label[10] = 'neural score, d'."'".' = 16, score_scale = 3'
series_at[11] = 11
series_label[11] = 'neural score, d'."'".' = 16, score_scale = 9'
series_at[12] = 12
series_label[12] = 'two hidden layers, d'."'".' = 2, score_scale = 0.3'
series_at[13] = 13
series_label[13] = 'two hidden layers, d'."'".' = 2, score_scale = 1'
series_at[14] = 14
series_label[14] = 'two hidden layers, d'."'".' = 2, score_scale = 3'
series_at[15] = 15
series_label[15] = 'two hidden layers, d'."'".' = 2, score_scale = 9'
columns = 0
array column_label[1]
array column_at[1]
rows = 15
array row_label[16]
array row_at[16]
row_at[1] = 1
row_label[1] = 'dot product, score_scale = 0.3'
row_at[2] = 2
row_label[2] = 'dot product, score_scale = 3'
row_at[3] = 3
row_label[3] = 'dot product, score_scale = 9'
row_at[4] = 4
row_label[4] = 'dot product of normalised q and k, score_scale = 0.3'
row_at[5] = 5
row_label[5] = 'dot product of normalised q and k, score_scale = 1'
row_at[6] = 6
row_label[6] = 'dot product of normalised q and k, score_scale = 3'
row_at[7] = 7
row_label[7] = 'dot product of normalised q and k, score_scale = 9'
row_at[8] = 8
row_label[8] = 'neural score, d'."'".' = 16, score_scale = 0.3'
row_at[9] = 9
row_label[9] = 'neural score, d'."'".' = 16, score_scale = 1'
row_at[10] = 10
row_label[10] = 'neural score, d'."'".' = 16, score_scale = 3'
row_at[11] = 11
row_label[11] = 'neural score, d'."'".' = 16, score_scale = 9'
row_at[12] = 12
row_label[12] = 'two hidden layers, d'."'".' = 2, score_scale = 0.3'
row_at[13] = 13
row_label[13] = 'two hidden layers, d'."'".' = 2, score_scale = 1'
row_at[14] = 14
row_label[14] = 'two hidden layers, d'."'".' = 2, score_scale = 3'
row_at[15] = 15
row_label[15] = 'two hidden layers, d'."'".' = 2, score_scale = 9'
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
band_low = -0.5012520859401064
band_high = 0.49875208073176869
x_low[1] = -20.8263314552; x_high[1] = 5.60936170364; y_low[1] = 0.16; y_high[1] = 15.84
log_axes = ''
load plots.'/dots.gp'
