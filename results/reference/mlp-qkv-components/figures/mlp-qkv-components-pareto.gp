# `gnuplot figures/mlp-qkv-components-pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-components-pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-components-pareto.csv'
out = './figures/mlp-qkv-components-pareto.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 11
array series_label[12]
array series_at[12]
series_at[1] = 1
series_label[1] = 'ReLU on linear projections, no hidden layer'
series_at[2] = 2
series_label[2] = 'linear, FFN wider by as much as depth 2 adds'
series_at[3] = 3
series_label[3] = 'linear, FFN wider by as much as depth 3 adds'
series_at[4] = 4
series_label[4] = 'MLP, 2 linear maps, q_act = identity, q_norm = off'
series_at[5] = 5
series_label[5] = 'MLP, 2 linear maps, q_act = identity, q_norm = before'
series_at[6] = 6
series_label[6] = 'MLP, 2 linear maps, q_act = relu, q_norm = off'
series_at[7] = 7
series_label[7] = 'MLP, 2 linear maps, q_act = relu, q_norm = before'
series_at[8] = 8
series_label[8] = 'MLP, 3 linear maps, q_act = identity, q_norm = off'
series_at[9] = 9
series_label[9] = 'MLP, 3 linear maps, q_act = identity, q_norm = before'
series_at[10] = 10
series_label[10] = 'MLP, 3 linear maps, q_act = relu, q_norm = off'
series_at[11] = 11
series_label[11] = 'MLP, 3 linear maps, q_act = relu, q_norm = before'
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
across = 1
y_label = 'loss below the baseline'."'".'s (%)'
x_label = 'training time per token / the baseline'."'".'s'
x_low[1] = 0.899217930976; x_high[1] = 2.78048321942; y_low[1] = -6.90809488648; y_high[1] = 2.71355623779
log_axes = ''
load plots.'/pareto.gp'
