# `gnuplot figures/neural-attention-dprime-gain-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-dprime-gain-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-dprime-gain-2.csv'
out = './figures/neural-attention-dprime-gain-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 2
array series_label[3]
array series_at[3]
series_at[1] = 1
series_label[1] = 'neural, one hidden layer'
series_at[2] = 2
series_label[2] = 'neural, two hidden layers'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 1
column_label[1] = '2'
column_at[2] = 2
column_label[2] = '4'
column_at[3] = 3
column_label[3] = '16'
column_at[4] = 4
column_label[4] = '64'
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
x_label = 'score width d'."'".' (features)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = 0.82; x_high[1] = 4.18; y_low[1] = -6.50281220199; y_high[1] = 3.87078004621
log_axes = ''
load plots.'/gain.gp'
