# SPDX-License-Identifier: MIT
# Heat maps: a box for each cell, with its number and below that, where there is one, its interval.
# Set before: colours (a command). Light enough throughout for dark numbers.
do for [p = 1:panels] { x_low[p] = 0.5; x_high[p] = columns + 0.5; y_low[p] = rows + 0.5; y_high[p] = 0.5 }
settings = colours."; set cbrange [value_low : value_high]; unset colorbox; set border 0; unset grid; \
  set tics scale 0; set style fill solid border rgb '#D5D5D5'"
edges = ":(column('x') - 0.5):(column('x') + 0.5):(column('y') - 0.5):(column('y') + 0.5):(column('value'))"
boxes = "csv every ::(^ - 1)::(^ - 1) using (row(^, marked(''))):(column('y'))".edges." with boxxyerror fillcolor palette"
higher(x) = strlen(strcol("text_low")) ? x : NaN
numbers = "csv using (strlen(strcol('text_low')) ? NaN : marked('')):(column('y')):(strcol('text')) with labels textcolor rgb cell_ink"
upper_numbers = "csv using (higher(marked(''))):(column('y')):(strcol('text')) with labels offset 0, 0.6 textcolor rgb cell_ink"
intervals = "csv using (higher(marked(''))):(column('y')):('['.strcol('text_low').', '.strcol('text_high').']') with labels offset 0, -0.7 font small textcolor rgb cell_faded"
pieces = "boxes numbers upper_numbers intervals"
load plots."/shared/panels.gp"
