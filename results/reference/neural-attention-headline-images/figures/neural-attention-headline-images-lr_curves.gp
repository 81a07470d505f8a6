# `gnuplot figures/neural-attention-headline-images-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-lr_curves.csv'
out = './figures/neural-attention-headline-images-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'data = cifar10'
panel_at[2] = 2
panel_label[2] = 'data = mnist'
series = 8
array series_label[9]
array series_at[9]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
series_at[3] = 2
series_label[3] = 'one hidden layer, d'."'".' = 16, layer 0'
series_at[4] = 3
series_label[4] = 'one hidden layer, d'."'".' = 16, all layers'
series_at[5] = 4
series_label[5] = 'dot product in d'."'".' = 3, layer 0'
series_at[6] = 5
series_label[6] = 'dot product in d'."'".' = 16, layer 0'
series_at[7] = 6
series_label[7] = 'dot product in d'."'".' = 16, all layers'
series_at[8] = 7
series_label[8] = 'same weights for every query, layer 0'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.001
column_label[1] = '0.001'
column_at[2] = 0.002
column_label[2] = '0.002'
column_at[3] = 0.004
column_label[3] = '0.004'
column_at[4] = 0.008
column_label[4] = '0.008'
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
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.000882702996291; x_high[1] = 0.00906307108237; y_low[1] = 0.227119789619; y_high[1] = 1.94918735702
x_low[2] = 0.000882702996291; x_high[2] = 0.00906307108237; y_low[2] = 0.227119789619; y_high[2] = 1.94918735702
log_axes = 'x'
load plots.'/lr_curves.gp'
