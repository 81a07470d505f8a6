# `gnuplot figures/nonlinear-query-dots-2.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/nonlinear-query-dots-2.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/nonlinear-query-dots-2.csv'
out = './figures/nonlinear-query-dots-2.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 10
array series_label[11]
array series_at[11]
series_at[1] = 3
series_label[1] = 'identity, half the scale, qk_norm = none'
series_at[2] = 4
series_label[2] = 'identity, half the scale, qk_norm = rms'
series_at[3] = 7
series_label[3] = 'x + W x, qk_norm = none'
series_at[4] = 8
series_label[4] = 'x + W x, qk_norm = rms'
series_at[5] = 9
series_label[5] = 'bottleneck with GELU, as published, qk_norm = none'
series_at[6] = 10
series_label[6] = 'bottleneck with GELU, as published, qk_norm = rms'
series_at[7] = 11
series_label[7] = 'bottleneck without its activation, qk_norm = none'
series_at[8] = 12
series_label[8] = 'bottleneck without its activation, qk_norm = rms'
series_at[9] = 13
series_label[9] = 'bottleneck with GELU, full scale, qk_norm = none'
series_at[10] = 14
series_label[10] = 'bottleneck with GELU, full scale, qk_norm = rms'
columns = 0
array column_label[1]
array column_at[1]
rows = 10
array row_label[11]
array row_at[11]
row_at[1] = 3
row_label[1] = 'identity, half the scale, qk_norm = none'
row_at[2] = 4
row_label[2] = 'identity, half the scale, qk_norm = rms'
row_at[3] = 7
row_label[3] = 'x + W x, qk_norm = none'
row_at[4] = 8
row_label[4] = 'x + W x, qk_norm = rms'
row_at[5] = 9
row_label[5] = 'bottleneck with GELU, as published, qk_norm = none'
row_at[6] = 10
row_label[6] = 'bottleneck with GELU, as published, qk_norm = rms'
row_at[7] = 11
row_label[7] = 'bottleneck without its activation, qk_norm = none'
row_at[8] = 12
row_label[8] = 'bottleneck without its activation, qk_norm = rms'
row_at[9] = 13
row_label[9] = 'bottleneck with GELU, full scale, qk_norm = none'
row_at[10] = 14
row_label[10] = 'bottleneck with GELU, full scale, qk_norm = rms'
notes = 0
array note_label[1]
array note_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
y_label = ''
x_label = 'loss below the baseline'."'".'s (%)'
zero = 0
band_low = -0.5012520859401064
band_high = 0.49875208073176869
x_low[1] = -6.324408417; x_high[1] = 2.13950718256; y_low[1] = 0.46; y_high[1] = 10.54
log_axes = ''
load plots.'/dots.gp'
