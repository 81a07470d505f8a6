# `gnuplot figures/initial-values-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/initial-values-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/initial-values-dots.csv'
out = './figures/initial-values-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 6
array series_label[7]
array series_at[7]
series_at[1] = 1
series_label[1] = 'neural score'
series_at[2] = 2
series_label[2] = 'neural score, begun as its source'
series_at[3] = 3
series_label[3] = 'neural score of two hidden layers'
series_at[4] = 4
series_label[4] = 'two hidden layers, begun as its source'
series_at[5] = 5
series_label[5] = 'bottleneck in the query'
series_at[6] = 6
series_label[6] = 'bottleneck in the query, begun as its source'
columns = 0
array column_label[1]
array column_at[1]
rows = 6
array row_label[7]
array row_at[7]
row_at[1] = 1
row_label[1] = 'neural score'
row_at[2] = 2
row_label[2] = 'neural score, begun as its source'
row_at[3] = 3
row_label[3] = 'neural score of two hidden layers'
row_at[4] = 4
row_label[4] = 'two hidden layers, begun as its source'
row_at[5] = 5
row_label[5] = 'bottleneck in the query'
row_at[6] = 6
row_label[6] = 'bottleneck in the query, begun as its source'
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
band_low = -0.5012520859401064
band_high = 0.49875208073176869
x_low[1] = -7.28514457159; x_high[1] = 0.939350004448; y_low[1] = 0.7; y_high[1] = 6.3
log_axes = ''
load plots.'/dots.gp'
