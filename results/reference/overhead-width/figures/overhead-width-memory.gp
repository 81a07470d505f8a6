# `gnuplot figures/overhead-width-memory.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-width-memory.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-width-memory.csv'
out = './figures/overhead-width-memory.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
panel_at[3] = 3
panel_label[3] = 'forward pass'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'
series = 7
array series_label[8]
array series_at[8]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'neural, d'."'".' = 16'
series_at[3] = 2
series_label[3] = 'additive (Bahdanau)'
series_at[4] = 3
series_label[4] = 'bilinear'
series_at[5] = 4
series_label[5] = 'MLP for q, k, v (RoBERTa form)'
series_at[6] = 5
series_label[6] = 'residual bottleneck for q'
series_at[7] = 6
series_label[7] = 'sigmoid gate on the output'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 128
column_label[1] = '128'
column_at[2] = 512
column_label[2] = '512'
column_at[3] = 1024
column_label[3] = '1024'
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
y_label = 'working memory of the kernel (bytes)'
y_label_below = 'peak resident memory of the process (bytes)'
x_label = 'model width d_model (features)'
x_low[1] = 112.985983525; x_high[1] = 1160.07309854; y_low[1] = 167418.355591; y_high[1] = 267948115.582
x_low[2] = 112.985983525; x_high[2] = 1160.07309854; y_low[2] = 167418.355591; y_high[2] = 267948115.582
x_low[3] = 112.985983525; x_high[3] = 1160.07309854; y_low[3] = 11817830.2206; y_high[3] = 401486346.085
x_low[4] = 112.985983525; x_high[4] = 1160.07309854; y_low[4] = 11817830.2206; y_high[4] = 401486346.085
log_axes = 'xy'
load plots.'/memory.gp'
