# `gnuplot figures/neural-attention-headline-language-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-headline-language-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-headline-language-dots-2.csv'
out = './figures/neural-attention-headline-language-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 2
series_label[1] = 'as published: two hidden layers, d'."'".' = 2, layer 0'
series_at[2] = 3
series_label[2] = 'the same, d'."'".' = 16'
series_at[3] = 4
series_label[3] = 'one hidden layer, d'."'".' = 16, layer 0'
series_at[4] = 5
series_label[4] = 'one hidden layer, d'."'".' = 16, all layers'
series_at[5] = 10
series_label[5] = 'dot product plus neural, layer 0'
columns = 0
array column_label[1]
array column_at[1]
rows = 5
array row_label[6]
array row_at[6]
row_at[1] = 2
row_label[1] = 'as published: two hidden layers, d'."'".' = 2, layer 0'
row_at[2] = 3
row_label[2] = 'the same, d'."'".' = 16'
row_at[3] = 4
row_label[3] = 'one hidden layer, d'."'".' = 16, layer 0'
row_at[4] = 5
row_label[4] = 'one hidden layer, d'."'".' = 16, all layers'
row_at[5] = 10
row_label[5] = 'dot product plus neural, layer 0'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = ''
x_label = 'perplexity below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -2.58317110716; x_high[1] = 7.165843663; y_low[1] = 0.76; y_high[1] = 5.24
log_axes = ''
load plots.'/dots.gp'
