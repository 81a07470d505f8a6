# `gnuplot figures/gain-over-training-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/gain-over-training-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/gain-over-training-lr_curves.csv'
out = './figures/gain-over-training-lr_curves.'.format
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
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, Q and K normalised'
series_at[3] = 2
series_label[3] = 'bottleneck for Q'
series_at[4] = 3
series_label[4] = 'MLP for Q, K, V'
series_at[5] = 4
series_label[5] = 'linear, FFN wider by as much as the MLPs'
columns = 5
array column_label[6]
array column_at[6]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
column_at[5] = 0.032
column_label[5] = '0.032'
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
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.00169349062473; x_high[1] = 0.0377917651657; y_low[1] = 1.6841501154; y_high[1] = 2.6265312912
x_low[2] = 0.00169349062473; x_high[2] = 0.0377917651657; y_low[2] = 1.6841501154; y_high[2] = 2.6265312912
x_low[3] = 0.00169349062473; x_high[3] = 0.0377917651657; y_low[3] = 1.6841501154; y_high[3] = 2.6265312912
log_axes = 'x'
load plots.'/lr_curves.gp'
