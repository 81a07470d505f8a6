# `gnuplot figures/neural-attention-headline-images-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-images-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-images-dots-2.csv'
out = './figures/neural-attention-headline-images-dots-2.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'data = cifar10'
panel_at[2] = 2
panel_label[2] = 'data = mnist'
series = 3
array series_label[4]
array series_at[4]
series_at[1] = 1
series_label[1] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
series_at[2] = 2
series_label[2] = 'one hidden layer, d'."'".' = 16, layer 0'
series_at[3] = 3
series_label[3] = 'one hidden layer, d'."'".' = 16, all layers'
columns = 0
array column_label[1]
array column_at[1]
rows = 3
array row_label[4]
array row_at[4]
row_at[1] = 1
row_label[1] = 'as published: two hidden layers, d'."'".' = 3, layer 0'
row_at[2] = 2
row_label[2] = 'one hidden layer, d'."'".' = 16, layer 0'
row_at[3] = 3
row_label[3] = 'one hidden layer, d'."'".' = 16, all layers'
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
x_low[1] = -0.131474479286; x_high[1] = 0.0344765203826; y_low[1] = 0.88; y_high[1] = 3.12
x_low[2] = -0.131474479286; x_high[2] = 0.0344765203826; y_low[2] = 0.88; y_high[2] = 3.12
log_axes = ''
load plots.'/dots.gp'
