# `gnuplot figures/mlp-qkv-headline-masked-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/mlp-qkv-headline-masked-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/mlp-qkv-headline-masked-dots.csv'
out = './figures/mlp-qkv-headline-masked-dots.'.format
plots = '../../../plots'
panels = 2
array panel_label[3]
array panel_at[3]
panel_at[1] = 1
panel_label[1] = 'swap_steps = 500'
panel_at[2] = 2
panel_label[2] = 'swap_steps = 0'
series = 7
array series_label[8]
array series_at[8]
series_at[1] = 1
series_label[1] = 'linear, FFN wider by as much'
series_at[2] = 2
series_label[2] = 'MLP for Q, K, V (RoBERTa code), q_act = relu'
series_at[3] = 3
series_label[3] = 'MLP for Q, K, V (RoBERTa code), q_act = identity'
series_at[4] = 4
series_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = identity'
series_at[5] = 5
series_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = relu'
series_at[6] = 6
series_label[6] = 'linear, nothing begun anew'
series_at[7] = 7
series_label[7] = 'MLP for Q, K, V, equal to the trained linear maps at first'
columns = 0
array column_label[1]
array column_at[1]
rows = 7
array row_label[8]
array row_at[8]
row_at[1] = 1
row_label[1] = 'linear, FFN wider by as much'
row_at[2] = 2
row_label[2] = 'MLP for Q, K, V (RoBERTa code), q_act = relu'
row_at[3] = 3
row_label[3] = 'MLP for Q, K, V (RoBERTa code), q_act = identity'
row_at[4] = 4
row_label[4] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = identity'
row_at[5] = 5
row_label[5] = 'MLP with LayerNorm for Q, K, O (Marian code), q_act = relu'
row_at[6] = 6
row_label[6] = 'linear, nothing begun anew'
row_at[7] = 7
row_label[7] = 'MLP for Q, K, V, equal to the trained linear maps at first'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'perplexity below the baseline'."'".'s (%)'
zero = 0
band_low = -1.0050167084168058
band_high = 0.99501662508319466
x_low[1] = -5.90049453701; x_high[1] = 1.53751341607; y_low[1] = 0.64; y_high[1] = 7.36
x_low[2] = -5.90049453701; x_high[2] = 1.53751341607; y_low[2] = 0.64; y_high[2] = 7.36
log_axes = ''
load plots.'/dots.gp'
