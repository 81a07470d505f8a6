# `gnuplot figures/overhead-dprime-scaling.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-dprime-scaling.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-dprime-scaling.csv'
out = './figures/overhead-dprime-scaling.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'forward pass'
panel_at[2] = 2
panel_label[2] = 'forward and backward pass'
series = 8
array series_label[9]
array series_at[9]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'dot product, score matrix kept'
series_at[3] = 2
series_label[3] = 'neural'
series_at[4] = 3
series_label[4] = 'neural as published: n x n x 2d'."'".' arrays'
series_at[5] = 4
series_label[5] = 'neural with two hidden layers'
series_at[6] = 5
series_label[6] = 'two hidden layers as published'
series_at[7] = 6
series_label[7] = 'additive (Bahdanau)'
series_at[8] = 7
series_label[8] = 'GATv2'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 2
column_label[1] = '2'
column_at[2] = 8
column_label[2] = '8'
column_at[3] = 32
column_label[3] = '32'
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
x_label = 'score width d'."'".' (features)'
x_low[1] = 1.69349062473; x_high[1] = 37.7917651657; y_low[1] = 0.00472799460869; y_high[1] = 1.05367114485
x_low[2] = 1.69349062473; x_high[2] = 37.7917651657; y_low[2] = 0.00472799460869; y_high[2] = 1.05367114485
log_axes = 'xy'
load plots.'/scaling.gp'
