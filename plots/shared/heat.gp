# SPDX-License-Identifier: MIT
# Heat maps: a box for each cell, with its number and below that, where there is one, its interval.
# Set before: cell_width, cell_height, colours (for `set palette`); cell_text(v), the number.
widest = 4
do for [i = 1:rows] { widest = strlen(row_label[i]) > widest ? strlen(row_label[i]) : widest }
do for [p = 1:panels] { panel_title[p] = heading.(panel_title[p] eq "" ? "" : "\n".panel_title[p]) }
left = 60 + 7.9 * widest
legend = 0
panel_width = 60 + cell_width * columns
if (panel_width < 380) { panel_width = 380 }
foot = 56.0
panel_height = 110 + cell_height * rows
column_names = ""
do for [i = 1:columns] {
  column_names = column_names.sprintf("set label 500 + %d column_label[%d] at %d, graph 0 center offset 0, -1; ", i, i, i)
}
settings = column_names."set palette defined (".colours."); set cbrange [value_low : value_high]; \
  unset colorbox; set border 0; unset grid; set tics scale 0; unset xtics; \
  set xlabel offset 0, -1.2; set ylabel offset -letter * widest / 9, 0; \
  set xrange [0.5 : columns + 0.5]; set style fill solid border rgb '#D5D5D5'"
edges = ":(column('x') - 0.5):(column('x') + 0.5):(column('y') - 0.5):(column('y') + 0.5):(column('value'))"
boxes = "csv using (marked('')):(column('y'))".edges." with boxxyerror fillcolor palette"
numbers = "csv using (marked('')):(column('y')):(cell_text(column('value'))) with labels"
interval(low, high) = low < high ? sprintf(interval_format, low, high) : "no interval"
intervals = "csv using (marked('')):(column('y')):(interval(column('value_low'), column('value_high'))) \
  with labels offset 0, -0.7 textcolor rgb '#333333'"
load plots."/shared/panels.gp"
