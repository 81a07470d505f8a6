# `gnuplot figures/mlp-qkv-headline-translation-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-translation-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-translation-dots.csv'
out = './figures/mlp-qkv-headline-translation-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swap_steps = 600'
panel_at[2] = 2
panel_label[2] = 'swap_steps = 0'
series = 6
array series_label[7]
array series_at[7]
series_at[1] = 1
series_label[1] = 'linear, FFN wider by as much'
series_at[2] = 2
series_label[2] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = identity'
series_at[3] = 3
series_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = relu'
series_at[4] = 4
series_label[4] = 'MLP for Q, K, V (RoBERTa code)'
series_at[5] = 5
series_label[5] = 'linear, nothing begun anew'
series_at[6] = 6
series_label[6] = 'MLP for Q, K, V, equal to the trained linear maps at first'
columns = 0
array column_label[1]
array column_at[1]
rows = 6
array row_label[7]
array row_at[7]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = identity'
row_at[3] = 3
row_label[3] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = relu'
row_at[4] = 4
row_label[4] = 'MLP for Q, K, V (RoBERTa code)'
row_at[5] = 5
row_label[5] = 'linear, nothing begun anew'
row_at[6] = 6
row_label[6] = 'MLP for Q, K, V, equal to the trained linear maps at first'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'bleu above the baseline'."'".'s'
zero = 0
band_low = -1
band_high = 1
x_low[1] = -12.3546566816; x_high[1] = 2.24156485367; y_low[1] = 0.7; y_high[1] = 6.3
x_low[2] = -12.3546566816; x_high[2] = 2.24156485367; y_low[2] = 0.7; y_high[2] = 6.3
log_axes = ''
load plots.'/dots.gp'
