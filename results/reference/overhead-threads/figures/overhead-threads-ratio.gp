# `gnuplot figures/overhead-threads-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-threads-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-threads-ratio.csv'
out = './figures/overhead-threads-ratio.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'n = 256 (tokens)'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'."\n".'n = 256 (tokens)'
panel_at[3] = 3
panel_label[3] = 'forward pass'."\n".'n = 1024 (tokens)'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'n = 1024 (tokens)'
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'neural, d'."'".' = 16'
series_at[3] = 2
series_label[3] = 'additive (Bahdanau)'
series_at[4] = 3
series_label[4] = 'MLP for q, k, v (RoBERTa form)'
series_at[5] = 4
series_label[5] = 'residual bottleneck for q'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 1
row_label[1] = 'dot product, threads = 2'
row_at[2] = 3
row_label[2] = 'neural, d'."'".' = 16, threads = 2'
row_at[3] = 5
row_label[3] = 'additive (Bahdanau), threads = 2'
row_at[4] = 7
row_label[4] = 'MLP for q, k, v (RoBERTa form), threads = 2'
row_at[5] = 9
row_label[5] = 'residual bottleneck for q, threads = 2'
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
x_low[1] = 0.422274161966; x_high[1] = 1.07220971417; y_low[1] = 0.76; y_high[1] = 5.24
x_low[2] = 0.422274161966; x_high[2] = 1.07220971417; y_low[2] = 0.76; y_high[2] = 5.24
x_low[3] = 0.422274161966; x_high[3] = 1.07220971417; y_low[3] = 0.76; y_high[3] = 5.24
x_low[4] = 0.422274161966; x_high[4] = 1.07220971417; y_low[4] = 0.76; y_high[4] = 5.24
log_axes = 'x'
load plots.'/ratio.gp'
