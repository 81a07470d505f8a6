# `gnuplot figures/neural-attention-expressivity-lr_curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-expressivity-lr_curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-expressivity-lr_curves.csv'
out = './figures/neural-attention-expressivity-lr_curves.'.format
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
series = 12
array series_label[13]
array series_at[13]
series_at[1] = 0
series_label[1] = 'dot product'
series_at[2] = 1
series_label[2] = 'neural, one hidden layer, d'."'".' = 8'
series_at[3] = 2
series_label[3] = 'the same without activation'
series_at[4] = 3
series_label[4] = 'neural, two hidden layers, d'."'".' = 8'
series_at[5] = 4
series_label[5] = 'neural, two hidden layers, d'."'".' = 2'
series_at[6] = 5
series_label[6] = 'dot product in d'."'".' = 8'
series_at[7] = 6
series_label[7] = 'dot product in d'."'".' = 2'
series_at[8] = 7
series_label[8] = 'the same for every query'
series_at[9] = 8
series_label[9] = 'additive (Bahdanau), d'."'".' = 8'
series_at[10] = 9
series_label[10] = 'GAT (static), d'."'".' = 8'
series_at[11] = 10
series_label[11] = 'GATv2 (dynamic), d'."'".' = 8'
series_at[12] = 11
series_label[12] = 'dot product plus neural'
columns = 4
array column_label[5]
array column_at[5]
column_at[1] = 0.004
column_label[1] = '0.004'
column_at[2] = 0.008
column_label[2] = '0.008'
column_at[3] = 0.016
column_label[3] = '0.016'
column_at[4] = 0.032
column_label[4] = '0.032'
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
x_low[1] = 0.00353081198516; x_high[1] = 0.0362522843295; y_low[1] = -0.201699829125; y_high[1] = 3.56336373911
x_low[2] = 0.00353081198516; x_high[2] = 0.0362522843295; y_low[2] = -0.201699829125; y_high[2] = 3.56336373911
x_low[3] = 0.00353081198516; x_high[3] = 0.0362522843295; y_low[3] = -0.201699829125; y_high[3] = 3.56336373911
x_low[4] = 0.00353081198516; x_high[4] = 0.0362522843295; y_low[4] = -0.201699829125; y_high[4] = 3.56336373911
log_axes = 'x'
load plots.'/lr_curves.gp'
