# `gnuplot figures/overhead-mlp-grid-q_act-identity-q_width-1.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/overhead-mlp-grid-q_act-identity-q_width-1.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/overhead-mlp-grid-q_act-identity-q_width-1.csv'
out = './figures/overhead-mlp-grid-q_act-identity-q_width-1.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 0
array series_label[1]
array series_at[1]
columns = 2
array column_label[3]
array column_at[3]
column_at[1] = 1
column_label[1] = '2'
column_at[2] = 2
column_label[2] = '3'
rows = 3
array row_label[4]
array row_at[4]
row_at[1] = 1
row_label[1] = 'off'
row_at[2] = 2
row_label[2] = 'before'
row_at[3] = 3
row_label[3] = 'after'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = 'q_norm'
x_label = 'q_depth'
heading = 'time / time of baseline'
scale = 'ratio'
value_low = 0.40403170747047196
value_high = 2.4750532730728403
x_low[1] = 0.94; x_high[1] = 2.06; y_low[1] = 0.88; y_high[1] = 3.12
log_axes = ''
load plots.'/grid.gp'
