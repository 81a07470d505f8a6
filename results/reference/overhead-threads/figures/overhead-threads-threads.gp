# `gnuplot figures/overhead-threads-threads.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-threads-threads.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-threads-threads.csv'
out = './figures/overhead-threads-threads.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'forward pass'."\n".'n = 256 (tokens)'
panel_at[2] = 2
panel_label[2] = 'forward pass'."\n".'n = 1024 (tokens)'
panel_at[3] = 3
panel_label[3] = 'forward and backward pass'."\n".'n = 256 (tokens)'
panel_at[4] = 4
panel_label[4] = 'forward and backward pass'."\n".'n = 1024 (tokens)'
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'neural, d'."'".' = 16'
series_at[3] = 2
series_label[3] = 'additive (Bahdanau)'
series_at[4] = 3
series_label[4] = 'MLP for q, k, v (RoBERTa form)'
series_at[5] = 4
series_label[5] = 'residual bottleneck for q'
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 1
column_label[1] = '1'
column_at[2] = 2
column_label[2] = '2'
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
across = 2
y_label = 'speed-up over the fewest threads'
x_label = 'threads (count)'
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.94; y_high[1] = 2.06
x_low[2] = 0.94; x_high[2] = 2.06; y_low[2] = 0.94; y_high[2] = 2.06
x_low[3] = 0.94; x_high[3] = 2.06; y_low[3] = 0.94; y_high[3] = 2.06
x_low[4] = 0.94; x_high[4] = 2.06; y_low[4] = 0.94; y_high[4] = 2.06
log_axes = ''
load plots.'/threads.gp'
