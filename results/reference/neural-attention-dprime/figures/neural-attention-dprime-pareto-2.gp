# `gnuplot figures/neural-attention-dprime-pareto-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-dprime-pareto-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-dprime-pareto-2.csv'
out = './figures/neural-attention-dprime-pareto-2.'.format
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
series_label[1] = 'neural, one hidden layer, d_prime = 2'
series_at[2] = 2
series_label[2] = 'neural, one hidden layer, d_prime = 4'
series_at[3] = 3
series_label[3] = 'neural, one hidden layer, d_prime = 16'
series_at[4] = 4
series_label[4] = 'neural, one hidden layer, d_prime = 64'
series_at[5] = 5
series_label[5] = 'neural, two hidden layers, d_prime = 2'
series_at[6] = 6
series_label[6] = 'neural, two hidden layers, d_prime = 4'
series_at[7] = 7
series_label[7] = 'neural, two hidden layers, d_prime = 16'
series_at[8] = 8
series_label[8] = 'neural, two hidden layers, d_prime = 64'
series_at[9] = 9
series_label[9] = 'dot product in d'."'".', d_prime = 2'
series_at[10] = 10
series_label[10] = 'dot product in d'."'".', d_prime = 4'
series_at[11] = 11
series_label[11] = 'dot product in d'."'".', d_prime = 16'
series_at[12] = 12
series_label[12] = 'dot product in d'."'".', d_prime = 64'
columns = 0
array column_label[1]
array column_at[1]
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
y_label = 'loss below the baseline'."'".'s (%)'
x_label = 'memory / the baseline'."'".'s'
x_low[1] = 0.993059934521; x_high[1] = 1.12260782347; y_low[1] = -14.7628562397; y_high[1] = 0.835633372059
log_axes = ''
load plots.'/pareto.gp'
