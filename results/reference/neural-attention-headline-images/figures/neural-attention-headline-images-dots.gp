# `gnuplot figures/neural-attention-headline-images-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-dots.csv'
out = './figures/neural-attention-headline-images-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'data = cifar10'
panel_at[2] = 2
panel_label[2] = 'data = mnist'
series = 7
array series_label[8]
array series_at[8]
series_at[1] = 1
series_label[1] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
series_at[2] = 2
series_label[2] = 'one hidden layer, d'."'".' = 16, layer 0'
series_at[3] = 3
series_label[3] = 'one hidden layer, d'."'".' = 16, all layers'
series_at[4] = 4
series_label[4] = 'dot product in d'."'".' = 3, layer 0'
series_at[5] = 5
series_label[5] = 'dot product in d'."'".' = 16, layer 0'
series_at[6] = 6
series_label[6] = 'dot product in d'."'".' = 16, all layers'
series_at[7] = 7
series_label[7] = 'same weights for every query, layer 0'
columns = 0
array column_label[1]
array column_at[1]
rows = 7
array row_label[8]
array row_at[8]
row_at[1] = 1
row_label[1] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
row_at[2] = 2
row_label[2] = 'one hidden layer, d'."'".' = 16, layer 0'
row_at[3] = 3
row_label[3] = 'one hidden layer, d'."'".' = 16, all layers'
row_at[4] = 4
row_label[4] = 'dot product in d'."'".' = 3, layer 0'
row_at[5] = 5
row_label[5] = 'dot product in d'."'".' = 16, layer 0'
row_at[6] = 6
row_label[6] = 'dot product in d'."'".' = 16, all layers'
row_at[7] = 7
row_label[7] = 'same weights for every query, layer 0'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'accuracy above the baseline'."'".'s'
zero = 0
band_low = -0.01
band_high = 0.01
x_low[1] = -0.116079241126; x_high[1] = 0.0429373410769; y_low[1] = 0.64; y_high[1] = 7.36
x_low[2] = -0.116079241126; x_high[2] = 0.0429373410769; y_low[2] = 0.64; y_high[2] = 7.36
log_axes = ''
load plots.'/dots.gp'
