# `gnuplot figures/neural-attention-layers-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-layers-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-layers-dots.csv'
out = './figures/neural-attention-layers-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 12
array series_label[13]
array series_at[13]
series_at[1] = 1
series_label[1] = 'neural, d'."'".' = 16, layer 0'
series_at[2] = 2
series_label[2] = 'neural, d'."'".' = 16, layer 1'
series_at[3] = 3
series_label[3] = 'neural, d'."'".' = 16, layer 2'
series_at[4] = 4
series_label[4] = 'neural, d'."'".' = 16, layer 3'
series_at[5] = 5
series_label[5] = 'neural, d'."'".' = 16, all layers'
series_at[6] = 6
series_label[6] = 'neural as published, d'."'".' = 2, layer 0'
series_at[7] = 7
series_label[7] = 'neural as published, d'."'".' = 2, all layers'
series_at[8] = 8
series_label[8] = 'dot product in d'."'".' = 16, layer 0'
series_at[9] = 9
series_label[9] = 'dot product in d'."'".' = 16, layer 1'
series_at[10] = 10
series_label[10] = 'dot product in d'."'".' = 16, layer 2'
series_at[11] = 11
series_label[11] = 'dot product in d'."'".' = 16, layer 3'
series_at[12] = 12
series_label[12] = 'dot product in d'."'".' = 16, all layers'
columns = 0
array column_label[1]
array column_at[1]
rows = 12
array row_label[13]
array row_at[13]
row_at[1] = 1
row_label[1] = 'neural, d'."'".' = 16, layer 0'
row_at[2] = 2
row_label[2] = 'neural, d'."'".' = 16, layer 1'
row_at[3] = 3
row_label[3] = 'neural, d'."'".' = 16, layer 2'
row_at[4] = 4
row_label[4] = 'neural, d'."'".' = 16, layer 3'
row_at[5] = 5
row_label[5] = 'neural, d'."'".' = 16, all layers'
row_at[6] = 6
row_label[6] = 'neural as published, d'."'".' = 2, layer 0'
row_at[7] = 7
row_label[7] = 'neural as published, d'."'".' = 2, all layers'
row_at[8] = 8
row_label[8] = 'dot product in d'."'".' = 16, layer 0'
row_at[9] = 9
row_label[9] = 'dot product in d'."'".' = 16, layer 1'
row_at[10] = 10
row_label[10] = 'dot product in d'."'".' = 16, layer 2'
row_at[11] = 11
row_label[11] = 'dot product in d'."'".' = 16, layer 3'
row_at[12] = 12
row_label[12] = 'dot product in d'."'".' = 16, all layers'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -11.1573132662; x_high[1] = 2.16313241376; y_low[1] = 0.34; y_high[1] = 12.66
log_axes = ''
load plots.'/dots.gp'
