# `gnuplot figures/mlp-qkv-summaries-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-summaries-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-summaries-dots.csv'
out = './figures/mlp-qkv-summaries-dots.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 3
array series_label[4]
array series_at[4]
series_at[1] = 1
series_label[1] = 'linear, FFN wider by as much'
series_at[2] = 2
series_label[2] = 'MLP for Q, K, V, q_act = identity'
series_at[3] = 3
series_label[3] = 'MLP for Q, K, V, q_act = relu'
columns = 0
array column_label[1]
array column_at[1]
rows = 3
array row_label[4]
array row_at[4]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V, q_act = identity'
row_at[3] = 3
row_label[3] = 'MLP for Q, K, V, q_act = relu'
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
x_low[1] = -1.42886672584; x_high[1] = 1.13221756947; y_low[1] = 0.88; y_high[1] = 3.12
log_axes = ''
load plots.'/dots.gp'
