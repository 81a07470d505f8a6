# `gnuplot figures/mlp-qkv-headline-masked-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-masked-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-masked-lr_curves.csv'
out = './figures/mlp-qkv-headline-masked-lr_curves.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swap_steps = 500'
panel_at[2] = 2
panel_label[2] = 'swap_steps = 0'
series = 8
array series_label[9]
array series_at[9]
series_at[1] = 0
series_label[1] = 'linear'
series_at[2] = 1
series_label[2] = 'linear, FFN wider by as much'
series_at[3] = 2
series_label[3] = 'MLP for Q, K, V (RoBERTa code), q_act = relu'
series_at[4] = 3
series_label[4] = 'MLP for Q, K, V (RoBERTa code), q_act = identity'
series_at[5] = 4
series_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = identity'
series_at[6] = 5
series_label[6] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = relu'
series_at[7] = 6
series_label[7] = 'linear, nothing begun anew'
series_at[8] = 7
series_label[8] = 'MLP for Q, K, V, equal to the trained linear maps at first'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.002
column_label[1] = '0.002'
column_at[2] = 0.004
column_label[2] = '0.004'
column_at[3] = 0.008
column_label[3] = '0.008'
column_at[4] = 0.016
column_label[4] = '0.016'
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
y_label = 'validation loss'
x_label = 'learning rate'
x_low[1] = 0.00176540599258; x_high[1] = 0.0181261421647; y_low[1] = 4.81246114916; y_high[1] = 5.39914483986
x_low[2] = 0.00176540599258; x_high[2] = 0.0181261421647; y_low[2] = 4.81246114916; y_high[2] = 5.39914483986
log_axes = 'x'
load plots.'/lr_curves.gp'
