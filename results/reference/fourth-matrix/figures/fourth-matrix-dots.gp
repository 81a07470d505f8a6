# `gnuplot figures/fourth-matrix-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/fourth-matrix-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/fourth-matrix-dots.csv'
out = './figures/fourth-matrix-dots.'.format
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
series_label[1] = 'scale outside softmax'
series_at[2] = 2
series_label[2] = 'no scale: 4 times it, with heads of 16'
series_at[3] = 3
series_label[3] = 'half the scale'
series_at[4] = 4
series_label[4] = 'no output matrix'
series_at[5] = 5
series_label[5] = 'fourth matrix per head, 1 / sqrt(D) outside too'
series_at[6] = 6
series_label[6] = 'fourth matrix per head'
series_at[7] = 7
series_label[7] = 'fourth matrix, scale outside alone'
series_at[8] = 8
series_label[8] = 'tanh / m: weights may be negative, sums differ from one'
series_at[9] = 9
series_label[9] = 'ReLU / m: sums differ from one'
series_at[10] = 10
series_label[10] = 'sigmoid: sums differ from one'
series_at[11] = 11
series_label[11] = 'fourth matrix, FFN wider: equal parameters'
series_at[12] = 12
series_label[12] = 'no output matrix, FFN wider: equal parameters'
columns = 0
array column_label[1]
array column_at[1]
rows = 12
array row_label[13]
array row_at[13]
row_at[1] = 1
row_label[1] = 'scale outside softmax'
row_at[2] = 2
row_label[2] = 'no scale: 4 times it, with heads of 16'
row_at[3] = 3
row_label[3] = 'half the scale'
row_at[4] = 4
row_label[4] = 'no output matrix'
row_at[5] = 5
row_label[5] = 'fourth matrix per head, 1 / sqrt(D) outside too'
row_at[6] = 6
row_label[6] = 'fourth matrix per head'
row_at[7] = 7
row_label[7] = 'fourth matrix, scale outside alone'
row_at[8] = 8
row_label[8] = 'tanh / m: weights may be negative, sums differ from one'
row_at[9] = 9
row_label[9] = 'ReLU / m: sums differ from one'
row_at[10] = 10
row_label[10] = 'sigmoid: sums differ from one'
row_at[11] = 11
row_label[11] = 'fourth matrix, FFN wider: equal parameters'
row_at[12] = 12
row_label[12] = 'no output matrix, FFN wider: equal parameters'
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
x_low[1] = -17.8428936509; x_high[1] = 3.06751489344; y_low[1] = 0.34; y_high[1] = 12.66
log_axes = ''
load plots.'/dots.gp'
