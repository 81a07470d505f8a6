# SPDX-License-Identifier: MIT
# Heat maps: a box for each cell, with its number and below that, where there is one, its interval.
# Set before: cell_width, cell_height, colours (a command); cell_text(v), the number.
widest = 4
do for [i = 1:rows] { widest = strlen(row_label[i]) > widest ? strlen(row_label[i]) : widest }
do for [p = 1:panels] {
  panel_label[p] = heading.(panel_label[p] eq "" ? "" : "\n".panel_label[p])
  x_low[p] = 0.5; x_high[p] = columns + 0.5; y_low[p] = rows + 0.5; y_high[p] = 0.5
}
left = 60 + 7.9 * widest
legend = 0
every = 1
panel_width = 60 + cell_width * columns
if (panel_width < 380) { panel_width = 380 }
panel_height = 110 + cell_height * rows
settings = colours."; set cbrange [value_low : value_high]; \
  unset colorbox; set border 0; unset grid; set tics scale 0; \
  set ylabel offset -letter * widest / 9, 0; set style fill solid border rgb '#D5D5D5'"
edges = ":(column('x') - 0.5):(column('x') + 0.5):(column('y') - 0.5):(column('y') + 0.5):(column('value'))"
boxes = "csv using (marked('')):(column('y'))".edges." with boxxyerror fillcolor palette"
numbers = "csv using (marked('')):(column('y')):(cell_text(column('value'))) with labels"
interval(low, high) = low < high ? sprintf(interval_format, low, high) : "no interval"
intervals = "csv using (marked('')):(column('y')):(interval(column('value_low'), column('value_high'))) \
  with labels offset 0, -0.7 textcolor rgb '#333333'"
load plots."/shared/panels.gp"
