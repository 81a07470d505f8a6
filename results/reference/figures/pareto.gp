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
series = 4
array series_label[5]
array series_at[5]
series_at[1] = 0
series_label[1] = 'not assessable'
series_at[2] = 1
series_label[2] = 'equivalent'
series_at[3] = 2
series_label[3] = 'worse'
series_at[4] = 4
series_label[4] = 'baseline'
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
y_label = 'gain over the baseline (% of its metric)'
x_label = 'training time per token / the baseline'."'".'s'
x_low[1] = 0.654855913881; x_high[1] = 37.935855847; y_low[1] = -105.106428723; y_high[1] = 27.5465267673
log_axes = 'x'
load plots.'/questions_pareto.gp'
