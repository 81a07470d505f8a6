# `gnuplot figures/gain-over-training-gain_over_training.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-gain_over_training.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-gain_over_training.csv'
out = './figures/gain-over-training-gain_over_training.'.format
plots = '../../../plots'
panels = 3
array panel_label[4]
array panel_at[4]
panel_at[1] = 1
panel_label[1] = 'steps = 200'
panel_at[2] = 2
panel_label[2] = 'steps = 600'
panel_at[3] = 3
panel_label[3] = 'steps = 1800'
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
across = 3
y_label = 'loss below the baseline'."'".'s (%)'
x_label = 'optimiser steps'
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
x_low[1] = 94; x_high[1] = 206; y_low[1] = -5.36455631275; y_high[1] = 2.75393794864
x_low[2] = 70; x_high[2] = 630; y_low[2] = -6.64400446591; y_high[2] = 3.40672935837
x_low[3] = -2; x_high[3] = 1902; y_low[3] = -5.25147679811; y_high[3] = 5.36103501105
log_axes = ''
load plots.'/gain_over_training.gp'
