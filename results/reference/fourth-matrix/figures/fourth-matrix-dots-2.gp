# `gnuplot figures/fourth-matrix-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/fourth-matrix-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/fourth-matrix-dots-2.csv'
out = './figures/fourth-matrix-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 2
array series_label[3]
array series_at[3]
series_at[1] = 11
series_label[1] = 'fourth matrix, FFN wider: equal parameters'
series_at[2] = 12
series_label[2] = 'no output matrix, FFN wider: equal parameters'
columns = 0
array column_label[1]
array column_at[1]
rows = 2
array row_label[3]
array row_at[3]
row_at[1] = 11
row_label[1] = 'fourth matrix, FFN wider: equal parameters'
row_at[2] = 12
row_label[2] = 'no output matrix, FFN wider: equal parameters'
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
x_low[1] = -6.93988597224; x_high[1] = 1.97859070948; y_low[1] = 0.94; y_high[1] = 2.06
log_axes = ''
load plots.'/dots.gp'
