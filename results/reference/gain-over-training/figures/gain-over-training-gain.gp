# `gnuplot figures/gain-over-training-gain.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-gain.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-gain.csv'
out = './figures/gain-over-training-gain.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 4
array series_label[5]
array series_at[5]
series_at[1] = 1
series_label[1] = 'linear, Q and K normalised'
series_at[2] = 2
series_label[2] = 'bottleneck for Q'
series_at[3] = 3
series_label[3] = 'MLP for Q, K, V'
series_at[4] = 4
series_label[4] = 'linear, FFN wider by as much as the MLPs'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 1
column_label[1] = '200'
column_at[2] = 2
column_label[2] = '600'
column_at[3] = 3
column_label[3] = '1800'
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
x_label = 'steps'
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
x_low[1] = 0.88; x_high[1] = 3.12; y_low[1] = -5.89479090048; y_high[1] = 2.78511936384
log_axes = ''
load plots.'/gain.gp'
