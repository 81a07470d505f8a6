# `gnuplot figures/neural-attention-memory-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-memory-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-memory-scaling.csv'
out = './figures/neural-attention-memory-scaling.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 6
array series_label[7]
array series_at[7]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'dot product, score matrix kept'
series_at[3] = 2
series_label[3] = 'neural, d'."'".' = 2'
series_at[4] = 3
series_label[4] = 'neural as published, d'."'".' = 2'
series_at[5] = 4
series_label[5] = 'neural, one hidden layer, d'."'".' = 16'
series_at[6] = 5
series_label[6] = 'neural, n x n x 2d'."'".' arrays kept, d'."'".' = 16'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 128
column_label[1] = '128'
column_at[2] = 256
column_label[2] = '256'
column_at[3] = 512
column_label[3] = '512'
column_at[4] = 1024
column_label[4] = '1024'
column_at[5] = 2048
column_label[5] = '2048'
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
x_low[1] = 108.383399982; x_high[1] = 2418.67297061; y_low[1] = 0.000936024958858; y_high[1] = 1.82265545306
x_low[2] = 108.383399982; x_high[2] = 2418.67297061; y_low[2] = 0.000936024958858; y_high[2] = 1.82265545306
log_axes = 'xy'
load plots.'/scaling.gp'
