# `gnuplot figures/overhead-dprime-ratio.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-dprime-ratio.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-dprime-ratio.csv'
out = './figures/overhead-dprime-ratio.'.format
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
series_at[1] = 1
series_label[1] = 'dot product, score matrix kept'
series_at[2] = 2
series_label[2] = 'neural'
series_at[3] = 3
series_label[3] = 'neural as published: n x n x 2d'."'".' arrays'
series_at[4] = 4
series_label[4] = 'neural with two hidden layers'
series_at[5] = 5
series_label[5] = 'two hidden layers as published'
series_at[6] = 6
series_label[6] = 'additive (Bahdanau)'
series_at[7] = 7
series_label[7] = 'GATv2'
columns = 0
array column_label[1]
array column_at[1]
rows = 19
array row_label[20]
array row_at[20]
row_at[1] = 1
row_label[1] = 'dot product, score matrix kept'
row_at[2] = 2
row_label[2] = 'neural, d_prime = 2'
row_at[3] = 3
row_label[3] = 'neural, d_prime = 8'
row_at[4] = 4
row_label[4] = 'neural, d_prime = 32'
row_at[5] = 5
row_label[5] = 'neural as published: n x n x 2d'."'".' arrays, d_prime = 2'
row_at[6] = 6
row_label[6] = 'neural as published: n x n x 2d'."'".' arrays, d_prime = 8'
row_at[7] = 7
row_label[7] = 'neural as published: n x n x 2d'."'".' arrays, d_prime = 32'
row_at[8] = 8
row_label[8] = 'neural with two hidden layers, d_prime = 2'
row_at[9] = 9
row_label[9] = 'neural with two hidden layers, d_prime = 8'
row_at[10] = 10
row_label[10] = 'neural with two hidden layers, d_prime = 32'
row_at[11] = 11
row_label[11] = 'two hidden layers as published, d_prime = 2'
row_at[12] = 12
row_label[12] = 'two hidden layers as published, d_prime = 8'
row_at[13] = 13
row_label[13] = 'two hidden layers as published, d_prime = 32'
row_at[14] = 14
row_label[14] = 'additive (Bahdanau), d_prime = 2'
row_at[15] = 15
row_label[15] = 'additive (Bahdanau), d_prime = 8'
row_at[16] = 16
row_label[16] = 'additive (Bahdanau), d_prime = 32'
row_at[17] = 17
row_label[17] = 'GATv2, d_prime = 2'
row_at[18] = 18
row_label[18] = 'GATv2, d_prime = 8'
row_at[19] = 19
row_label[19] = 'GATv2, d_prime = 32'
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
x_low[1] = 0.602145498236; x_high[1] = 44.0355516353; y_low[1] = -0.08; y_high[1] = 20.08
x_low[2] = 0.602145498236; x_high[2] = 44.0355516353; y_low[2] = -0.08; y_high[2] = 20.08
log_axes = 'x'
load plots.'/ratio.gp'
