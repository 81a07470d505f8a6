# `gnuplot figures/overhead-seqlen-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-seqlen-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-seqlen-scaling.csv'
out = './figures/overhead-seqlen-scaling.'.format
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
series = 19
array series_label[20]
array series_at[20]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'dot product of RMS-normed q and k'
series_at[3] = 2
series_label[3] = 'neural, d'."'".' = 16'
series_at[4] = 3
series_label[4] = 'neural, d'."'".' = 2'
series_at[5] = 4
series_label[5] = 'neural with two hidden layers, d'."'".' = 2'
series_at[6] = 5
series_label[6] = 'neural as published, n x n x 2d'."'".' arrays, d'."'".' = 2'
series_at[7] = 6
series_label[7] = 'additive (Bahdanau)'
series_at[8] = 7
series_label[8] = 'GAT'
series_at[9] = 8
series_label[9] = 'GATv2'
series_at[10] = 9
series_label[10] = 'static (same weights for every query)'
series_at[11] = 10
series_label[11] = 'bilinear'
series_at[12] = 11
series_label[12] = 'sigmoid instead of softmax'
series_at[13] = 12
series_label[13] = 'ReLU / m instead of softmax'
series_at[14] = 13
series_label[14] = 'MLP for q, k, v (RoBERTa form)'
series_at[15] = 14
series_label[15] = 'MLP with LayerNorm for q, k, v'
series_at[16] = 15
series_label[16] = 'GELU on q'
series_at[17] = 16
series_label[17] = 'residual bottleneck for q'
series_at[18] = 17
series_label[18] = 'sigmoid gate on the output'
series_at[19] = 18
series_label[19] = 'fourth matrix'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 128
column_label[1] = '128'
column_at[2] = 512
column_label[2] = '512'
column_at[3] = 2048
column_label[3] = '2048'
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
y_label = 'time per pass'
x_label = 'sequence length n (tokens)'
x_low[1] = 108.383399982; x_high[1] = 2418.67297061; y_low[1] = 0.000876894469517; y_high[1] = 0.184508649849
x_low[2] = 108.383399982; x_high[2] = 2418.67297061; y_low[2] = 0.000876894469517; y_high[2] = 0.184508649849
x_low[3] = 108.383399982; x_high[3] = 2418.67297061; y_low[3] = 0.000876894469517; y_high[3] = 0.184508649849
log_axes = 'xy'
load plots.'/scaling.gp'
