# `gnuplot figures/pareto.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/pareto.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/pareto.csv'
out = './figures/pareto.'.format
plots = '../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 5
array series_label[6]
array series_at[6]
series_at[1] = 0
series_label[1] = 'unresolved'
series_at[2] = 1
series_label[2] = 'equivalent'
series_at[3] = 2
series_label[3] = 'worse'
series_at[4] = 3
series_label[4] = 'better'
series_at[5] = 4
series_label[5] = 'baseline'
columns = 0
array column_label[1]
array column_at[1]
rows = 0
array row_label[1]
array row_at[1]
notes = 9
array note_label[10]
array note_at[10]
note_at[1] = 1
note_label[1] = 'linear, FFN wider by as much as the MLPs (gain-over-training, steps = 1800)'
note_at[2] = 2
note_label[2] = 'linear, FFN wider by as much as 4 maps add (mlp-qkv-architecture, norm_place = pre)'
note_at[3] = 3
note_label[3] = 'linear, FFN wider by as much as depth 2 adds (mlp-qkv-components)'
note_at[4] = 4
note_label[4] = 'linear, FFN wider by as much as depth 3 adds (mlp-qkv-components)'
note_at[5] = 5
note_label[5] = 'linear, wider FFN (mlp-qkv-first)'
note_at[6] = 6
note_label[6] = 'linear, nothing begun anew (mlp-qkv-headline-masked, swap_steps = 500)'
note_at[7] = 7
note_label[7] = 'linear, nothing begun anew (mlp-qkv-headline-translation, swap_steps = 600)'
note_at[8] = 8
note_label[8] = 'linear, FFN wider by as much (mlp-qkv-scale, d_model = 32, train_records = 36000)'
note_at[9] = 9
note_label[9] = 'dot product, score_scale = 3 (score-scale)'
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = 'gain over the baseline (% of its metric)'
x_label = 'training time per token / the baseline'."'".'s'
x_low[1] = 0.639490512229; x_high[1] = 37.986874728; y_low[1] = -105.314942252; y_high[1] = 31.2302657737
log_axes = 'x'
load plots.'/questions_pareto.gp'
