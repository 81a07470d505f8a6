# `gnuplot figures/neural-attention-memory-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-memory-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-memory-ratio.csv'
out = './figures/neural-attention-memory-ratio.'.format
plots = '../../../plots'
panels = 6
array panel_label[7]
array panel_at[7]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'n = 128 (tokens)'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'n = 128 (tokens)'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'n = 512 (tokens)'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'n = 512 (tokens)'
panel_at[5] = 5
panel_label[5] = 'forward pass'."\n".'n = 2048 (tokens)'
panel_at[6] = 6
panel_label[6] = 'forward and backward pass'."\n".'n = 2048 (tokens)'
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 1
series_label[1] = 'dot product, score matrix kept'
series_at[2] = 2
series_label[2] = 'neural, d'."'".' = 2'
series_at[3] = 3
series_label[3] = 'neural as published, d'."'".' = 2'
series_at[4] = 4
series_label[4] = 'neural, one hidden layer, d'."'".' = 16'
series_at[5] = 5
series_label[5] = 'neural, n x n x 2d'."'".' arrays kept, d'."'".' = 16'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'dot product, score matrix kept'
row_at[2] = 2
row_label[2] = 'neural, d'."'".' = 2'
row_at[3] = 3
row_label[3] = 'neural as published, d'."'".' = 2'
row_at[4] = 4
row_label[4] = 'neural, one hidden layer, d'."'".' = 16'
row_at[5] = 5
row_label[5] = 'neural, n x n x 2d'."'".' arrays kept, d'."'".' = 16'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'time / time of baseline'
zero = 1
band_low = 0.98039215686274506
band_high = 1.02
x_low[1] = 0.657917615802; x_high[1] = 28.5396266662; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = 0.657917615802; x_high[2] = 28.5396266662; y_low[2] = 0.76; y_high[2] = 5.24
x_low[3] = 0.657917615802; x_high[3] = 28.5396266662; y_low[3] = 0.76; y_high[3] = 5.24
x_low[4] = 0.657917615802; x_high[4] = 28.5396266662; y_low[4] = 0.76; y_high[4] = 5.24
x_low[5] = 0.657917615802; x_high[5] = 28.5396266662; y_low[5] = 0.76; y_high[5] = 5.24
x_low[6] = 0.657917615802; x_high[6] = 28.5396266662; y_low[6] = 0.76; y_high[6] = 5.24
log_axes = 'x'
load plots.'/ratio.gp'
