# `gnuplot figures/neural-attention-expressivity-dots.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-expressivity-dots.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-expressivity-dots.csv'
out = './figures/neural-attention-expressivity-dots.'.format
plots = '../../../plots'
panels = 4
array panel_label[5]
array panel_at[5]
panel_at[1] = 1
panel_label[1] = 'data = induction'
panel_at[2] = 2
panel_label[2] = 'data = lookup_dynamic'
panel_at[3] = 3
panel_label[3] = 'data = lookup_static'
panel_at[4] = 4
panel_label[4] = 'data = recall:pairs=4,length=32,keys=16,values=16'
series = 11
array series_label[12]
array series_at[12]
series_at[1] = 1
series_label[1] = 'neural, one hidden layer, d'."'".' = 8'
series_at[2] = 2
series_label[2] = 'the same without activation'
series_at[3] = 3
series_label[3] = 'neural, two hidden layers, d'."'".' = 8'
series_at[4] = 4
series_label[4] = 'neural, two hidden layers, d'."'".' = 2'
series_at[5] = 5
series_label[5] = 'dot product in d'."'".' = 8'
series_at[6] = 6
series_label[6] = 'dot product in d'."'".' = 2'
series_at[7] = 7
series_label[7] = 'the same for every query'
series_at[8] = 8
series_label[8] = 'additive (Bahdanau), d'."'".' = 8'
series_at[9] = 9
series_label[9] = 'GAT (static), d'."'".' = 8'
series_at[10] = 10
series_label[10] = 'GATv2 (dynamic), d'."'".' = 8'
series_at[11] = 11
series_label[11] = 'dot product plus neural'
columns = 0
array column_label[1]
array column_at[1]
rows = 11
array row_label[12]
array row_at[12]
row_at[1] = 1
row_label[1] = 'neural, one hidden layer, d'."'".' = 8'
row_at[2] = 2
row_label[2] = 'the same without activation'
row_at[3] = 3
row_label[3] = 'neural, two hidden layers, d'."'".' = 8'
row_at[4] = 4
row_label[4] = 'neural, two hidden layers, d'."'".' = 2'
row_at[5] = 5
row_label[5] = 'dot product in d'."'".' = 8'
row_at[6] = 6
row_label[6] = 'dot product in d'."'".' = 2'
row_at[7] = 7
row_label[7] = 'the same for every query'
row_at[8] = 8
row_label[8] = 'additive (Bahdanau), d'."'".' = 8'
row_at[9] = 9
row_label[9] = 'GAT (static), d'."'".' = 8'
row_at[10] = 10
row_label[10] = 'GATv2 (dynamic), d'."'".' = 8'
row_at[11] = 11
row_label[11] = 'dot product plus neural'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 2
y_label = ''
x_label = 'accuracy above the baseline'."'".'s'
zero = 0
band_low = -0.02
band_high = 0.02
x_low[1] = -1.0505913083; x_high[1] = 0.275341308302; y_low[1] = 0.4; y_high[1] = 11.6
x_low[2] = -1.0505913083; x_high[2] = 0.275341308302; y_low[2] = 0.4; y_high[2] = 11.6
x_low[3] = -1.0505913083; x_high[3] = 0.275341308302; y_low[3] = 0.4; y_high[3] = 11.6
x_low[4] = -1.0505913083; x_high[4] = 0.275341308302; y_low[4] = 0.4; y_high[4] = 11.6
log_axes = ''
load plots.'/dots.gp'
