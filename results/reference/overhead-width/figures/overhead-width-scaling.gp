# `gnuplot figures/overhead-width-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-width-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-width-scaling.csv'
out = './figures/overhead-width-scaling.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
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
across = 1
y_label = 'time per pass'
x_label = 'model width d_model (features)'
x_low[1] = 112.985983525; x_high[1] = 1160.07309854; y_low[1] = 0.000459467204578; y_high[1] = 0.376948859615
x_low[2] = 112.985983525; x_high[2] = 1160.07309854; y_low[2] = 0.000459467204578; y_high[2] = 0.376948859615
log_axes = 'xy'
load plots.'/scaling.gp'
