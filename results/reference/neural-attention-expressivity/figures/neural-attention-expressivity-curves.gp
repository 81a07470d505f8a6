# `gnuplot figures/neural-attention-expressivity-curves.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/neural-attention-expressivity-curves.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/neural-attention-expressivity-curves.csv'
out = './figures/neural-attention-expressivity-curves.'.format
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
across = 2
y_label = 'accuracy (validation)'
x_label = 'optimiser steps'
x_low[1] = 55.2; x_high[1] = 1264.8; y_low[1] = -0.00064; y_high[1] = 1.05664
x_low[2] = 46; x_high[2] = 1054; y_low[2] = -0.03250625; y_high[2] = 1.05844375
x_low[3] = 46; x_high[3] = 1054; y_low[3] = -0.03791875; y_high[3] = 1.04323125
x_low[4] = 92; x_high[4] = 2108; y_low[4] = 0.2686; y_high[4] = 1.0414
log_axes = ''
load plots.'/curves.gp'
