# `gnuplot figures/variants.gp`, given in the folder above, draws the SVG beside this from the CSV;
# `gnuplot -e "format='png'" figures/variants.gp` a PNG.
if (!exists('format')) format = 'svg'
csv = './figures/variants.csv'
out = './figures/variants.'.format
plots = '../../../plots'
panels = 1
array panel_label[2]
array panel_at[2]
panel_at[1] = 1
panel_label[1] = ''
series = 0
array series_label[series + 1]
array series_style[series + 1]
columns = 33
array column_label[34]
array column_at[34]
column_at[1] = 1
column_label[1] = 'counting 0.1502'
column_at[2] = 2
column_label[2] = 'plain layer 0.9926'
column_at[3] = 3
column_label[3] = 'accuracy'
column_at[4] = 4
column_label[4] = 'MQAR recall'
column_at[5] = 5
column_label[5] = 'cost, times the plain layer'."'".'s'
column_at[6] = 6
column_label[6] = 'training'
column_at[7] = 7
column_label[7] = 'time'
column_at[8] = 8
column_label[8] = 'layer'
column_at[9] = 9
column_label[9] = 'memory'
column_at[10] = 10
column_label[10] = 'para-'
column_at[11] = 11
column_label[11] = 'meters'
column_at[12] = 12
column_label[12] = 'Projections'
column_at[13] = 13
column_label[13] = 'MLP for Q, K, V'
column_at[14] = 14
column_label[14] = '? -0.06'
column_at[15] = 15
column_label[15] = '[-0.59, +0.46]'
column_at[16] = 16
column_label[16] = '1.08'
column_at[17] = 17
column_label[17] = '1.12'
column_at[18] = 18
column_label[18] = 'Outputs'
column_at[19] = 19
column_label[19] = 'sigmoid gate'
column_at[20] = 20
column_label[20] = '∅ -0.15'
column_at[21] = 21
column_label[21] = '[-0.69, +0.38]'
column_at[22] = 22
column_label[22] = '1.02'
column_at[23] = 23
column_label[23] = '1.01'
column_at[24] = 24
column_label[24] = 'Controls and sizes'
column_at[25] = 25
column_label[25] = 'damaged control: same weights for'
column_at[26] = 26
column_label[26] = 'every query'
column_at[27] = 27
column_label[27] = '▼ -0.747'
column_at[28] = 28
column_label[28] = '[-0.751, -0.744]'
column_at[29] = 29
column_label[29] = '1.00'
column_at[30] = 30
column_label[30] = '▲ better   ▼ worse   = no different   △ ▽ suggestive   ? unresolved   ∅ cannot be told: its'
column_at[31] = 31
column_label[31] = 'set-up, or a learning rate at an end of what was tried   empty: not tried   +: better than the plain'
column_at[32] = 32
column_label[32] = 'layer   [interval]   †: in another set-up than the one whose numbers stand above   ~: of whole'
column_at[33] = 33
column_label[33] = 'trainings, beside which others ran'
rows = 0
array row_label[1]
array row_at[1]
array x_low[panels]
array x_high[panels]
array y_low[panels]
array y_high[panels]
across = 1
points = 41
picture_width = 722
picture_height = 448
array legend_x[1]
array legend_y[1]
ends = 0
array end_series[1]
array end_x[1]
array end_y[1]
array end_label_x[1]
array end_label_y[1]
title_text = 'Variants by tasks: change against the plain layer at equal steps, better being'."\n".'positive, with its interval'
x_label = ''
y_label = ''
y_label_beside = ''
x_unit = ''
y_unit = ''
y_asinh = 0
pairs = 0
legend = 0
x_low[1] = -40.62; x_high[1] = 717.62; y_low[1] = 51.58; y_high[1] = 451.42
every = 47
array panel_first[2]
panel_first[1] = 1
array panel_last[2]
panel_last[1] = 41
point_series = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0'
width = 732
height = 504
plot_width = 600
plot_height = 380
y_label_gap = 87
array panel_x[2]
panel_x[1] = 108
array panel_y[2]
panel_y[1] = 66
log_axes = ''
load plots.'/variants.gp'
