# `gnuplot figures/initial-values-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/initial-values-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/initial-values-lr_curves.csv'
out = './figures/initial-values-lr_curves.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 7
array series_label[8]
array series_at[8]
series_at[1] = 0
series_label[1] = 'linear and dot product'
series_at[2] = 1
series_label[2] = 'neural score'
series_at[3] = 2
series_label[3] = 'neural score, begun as its source'
series_at[4] = 3
series_label[4] = 'neural score of two hidden layers'
series_at[5] = 4
series_label[5] = 'two hidden layers, begun as its source'
series_at[6] = 5
series_label[6] = 'bottleneck in the query'
series_at[7] = 6
series_label[7] = 'bottleneck in the query, begun as its source'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.004
column_label[1] = '0.004'
column_at[2] = 0.008
column_label[2] = '0.008'
column_at[3] = 0.016
column_label[3] = '0.016'
column_at[4] = 0.032
column_label[4] = '0.032'
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
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = 1.97025421903; y_high[1] = 2.1904301077
log_axes = 'x'
load plots.'/lr_curves.gp'
