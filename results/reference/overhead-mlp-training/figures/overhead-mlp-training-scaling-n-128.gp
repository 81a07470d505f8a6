# `gnuplot figures/overhead-mlp-training-scaling-n-128.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-training-scaling-n-128.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-training-scaling-n-128.csv'
out = './figures/overhead-mlp-training-scaling-n-128.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'linear Q K V O'
series_at[2] = 1
series_label[2] = 'MLP for Q, K, V (RoBERTa code)'
series_at[3] = 2
series_label[3] = 'the same with LayerNorm'
series_at[4] = 3
series_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code)'
series_at[5] = 4
series_label[5] = 'bottleneck for Q, equal parameters'
columns = 3
array column_label[4]
array column_at[4]
column_at[1] = 1
column_label[1] = '1'
column_at[2] = 4
column_label[2] = '4'
column_at[3] = 16
column_label[3] = '16'
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
y_label = 'time per forward and backward pass'
x_label = 'batch (sequences)'
x_low[1] = 0.846745312363; x_high[1] = 18.8958825829; y_low[1] = 0.00376383094621; y_high[1] = 0.33250240126
log_axes = 'xy'
load plots.'/scaling.gp'
