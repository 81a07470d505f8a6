# `gnuplot figures/overhead-seqlen-phases.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-seqlen-phases.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-seqlen-phases.csv'
out = './figures/overhead-seqlen-phases.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'backward pass'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'projection'
series_at[2] = 1
series_label[2] = 'score'
series_at[3] = 2
series_label[3] = 'normalize'
series_at[4] = 3
series_label[4] = 'sum'
series_at[5] = 4
series_label[5] = 'output'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 0
row_label[1] = 'dot product'
row_at[2] = 1
row_label[2] = 'dot product of RMS-normed q and k'
row_at[3] = 2
row_label[3] = 'neural, d'."'".' = 16'
row_at[4] = 3
row_label[4] = 'neural, d'."'".' = 2'
row_at[5] = 4
row_label[5] = 'neural with two hidden layers, d'."'".' = 2'
row_at[6] = 5
row_label[6] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
row_at[7] = 6
row_label[7] = 'additive (Bahdanau)'
row_at[8] = 7
row_label[8] = 'GAT'
row_at[9] = 8
row_label[9] = 'GATv2'
row_at[10] = 9
row_label[10] = 'static (same weights for every query)'
row_at[11] = 10
row_label[11] = 'bilinear'
row_at[12] = 11
row_label[12] = 'sigmoid instead of softmax'
row_at[13] = 12
row_label[13] = 'ReLU / m instead of softmax'
row_at[14] = 13
row_label[14] = 'MLP for q, k, v (RoBERTa form)'
row_at[15] = 14
row_label[15] = 'MLP with LayerNorm for q, k, v'
row_at[16] = 15
row_label[16] = 'GELU on q'
row_at[17] = 16
row_label[17] = 'residual bottleneck for q'
row_at[18] = 17
row_label[18] = 'sigmoid gate on the output'
row_at[19] = 18
row_label[19] = 'fourth matrix'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 3
y_label = ''
x_label = 'share of the time of the pass (%)'
x_low[1] = -6; x_high[1] = 106; y_low[1] = -0.08; y_high[1] = 20.08
x_low[2] = -6; x_high[2] = 106; y_low[2] = -0.08; y_high[2] = 20.08
x_low[3] = -6; x_high[3] = 106; y_low[3] = -0.08; y_high[3] = 20.08
log_axes = ''
load plots.'/phases.gp'
