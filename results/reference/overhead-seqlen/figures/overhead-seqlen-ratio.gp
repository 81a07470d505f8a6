# `gnuplot figures/overhead-seqlen-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-seqlen-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-seqlen-ratio.csv'
out = './figures/overhead-seqlen-ratio.'.format
plots = '../../../plots'
panels = 9
array panel_label[10]
array panel_at[10]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'n = 128 (tokens)'
panel_at[2] = 2
panel_label[2] = 'backward pass'."\n".'n = 128 (tokens)'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'."\n".'n = 128 (tokens)'
panel_at[4] = 4
panel_label[4] = 'forward pass'."\n".'n = 512 (tokens)'
panel_at[5] = 5
panel_label[5] = 'backward pass'."\n".'n = 512 (tokens)'
panel_at[6] = 6
panel_label[6] = 'forward and backward pass'."\n".'n = 512 (tokens)'
panel_at[7] = 7
panel_label[7] = 'forward pass'."\n".'n = 2048 (tokens)'
panel_at[8] = 8
panel_label[8] = 'backward pass'."\n".'n = 2048 (tokens): not measured'
panel_at[9] = 9
panel_label[9] = 'forward and backward pass'."\n".'n = 2048 (tokens): not measured'
series = 18
array series_label[19]
array series_at[19]
series_at[1] = 1
series_label[1] = 'dot product of RMS-normed q and k'
series_at[2] = 2
series_label[2] = 'neural, d'."'".' = 16'
series_at[3] = 3
series_label[3] = 'neural, d'."'".' = 2'
series_at[4] = 4
series_label[4] = 'neural with two hidden layers, d'."'".' = 2'
series_at[5] = 5
series_label[5] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
series_at[6] = 6
series_label[6] = 'additive (Bahdanau)'
series_at[7] = 7
series_label[7] = 'GAT'
series_at[8] = 8
series_label[8] = 'GATv2'
series_at[9] = 9
series_label[9] = 'static (same weights for every query)'
series_at[10] = 10
series_label[10] = 'bilinear'
series_at[11] = 11
series_label[11] = 'sigmoid instead of softmax'
series_at[12] = 12
series_label[12] = 'ReLU / m instead of softmax'
series_at[13] = 13
series_label[13] = 'MLP for q, k, v (RoBERTa form)'
series_at[14] = 14
series_label[14] = 'MLP with LayerNorm for q, k, v'
series_at[15] = 15
series_label[15] = 'GELU on q'
series_at[16] = 16
series_label[16] = 'residual bottleneck for q'
series_at[17] = 17
series_label[17] = 'sigmoid gate on the output'
series_at[18] = 18
series_label[18] = 'fourth matrix'
columns = 0
array column_label[1]
array column_at[1]
rows = 18
array row_label[19]
array row_at[19]
row_at[1] = 1
row_label[1] = 'dot product of RMS-normed q and k'
row_at[2] = 2
row_label[2] = 'neural, d'."'".' = 16'
row_at[3] = 3
row_label[3] = 'neural, d'."'".' = 2'
row_at[4] = 4
row_label[4] = 'neural with two hidden layers, d'."'".' = 2'
row_at[5] = 5
row_label[5] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
row_at[6] = 6
row_label[6] = 'additive (Bahdanau)'
row_at[7] = 7
row_label[7] = 'GAT'
row_at[8] = 8
row_label[8] = 'GATv2'
row_at[9] = 9
row_label[9] = 'static (same weights for every query)'
row_at[10] = 10
row_label[10] = 'bilinear'
row_at[11] = 11
row_label[11] = 'sigmoid instead of softmax'
row_at[12] = 12
row_label[12] = 'ReLU / m instead of softmax'
row_at[13] = 13
row_label[13] = 'MLP for q, k, v (RoBERTa form)'
row_at[14] = 14
row_label[14] = 'MLP with LayerNorm for q, k, v'
row_at[15] = 15
row_label[15] = 'GELU on q'
row_at[16] = 16
row_label[16] = 'residual bottleneck for q'
row_at[17] = 17
row_label[17] = 'sigmoid gate on the output'
row_at[18] = 18
row_label[18] = 'fourth matrix'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
y_label = ''
x_label = 'time / time of baseline'
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
x_low[1] = 0.661282094055; x_high[1] = 6.59341595014; y_low[1] = -0.02; y_high[1] = 19.02
x_low[2] = 0.661282094055; x_high[2] = 6.59341595014; y_low[2] = -0.02; y_high[2] = 19.02
x_low[3] = 0.661282094055; x_high[3] = 6.59341595014; y_low[3] = -0.02; y_high[3] = 19.02
x_low[4] = 0.661282094055; x_high[4] = 6.59341595014; y_low[4] = -0.02; y_high[4] = 19.02
x_low[5] = 0.661282094055; x_high[5] = 6.59341595014; y_low[5] = -0.02; y_high[5] = 19.02
x_low[6] = 0.661282094055; x_high[6] = 6.59341595014; y_low[6] = -0.02; y_high[6] = 19.02
x_low[7] = 0.661282094055; x_high[7] = 6.59341595014; y_low[7] = -0.02; y_high[7] = 19.02
x_low[8] = 0.661282094055; x_high[8] = 6.59341595014; y_low[8] = -0.02; y_high[8] = 19.02
x_low[9] = 0.661282094055; x_high[9] = 6.59341595014; y_low[9] = -0.02; y_high[9] = 19.02
log_axes = 'x'
load plots.'/ratio.gp'
