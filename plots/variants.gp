# SPDX-License-Identifier: MIT
# Rows are variants, in groups by the part of the layer that they change; columns are tasks; a cell
# has a mark, the change and its interval, and at the right stand costs as ratios to the plain layer.
# Of a folder of runs.
# Every place is in pixels from the top left, as the table has it.
width = picture_width; height = picture_height
load plots."/shared/style.gp"
eval canvas
unset border; unset tics; unset grid
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
set xrange [0 : width]; set yrange [height : 0]
set style fill solid noborder
tones = "better worse equivalent suggestive_better suggestive_worse unresolved not_assessable"
tints = "#A9D3F0 #F6BE98 #D9D9D9 #D8EBF8 #FBE2D2 #EFEFEF #F4F4F4"
tone(mark) = sum [i = 1 : words(tones)] (word(tones, i) eq mark ? i : 0)
said(word) = word > 0 ? column_label[int(word)] : ""
shown(mark, of) = mark eq of ? column("x") : NaN
tint(mark) = tone(mark) ? int(sprintf("0x%s", substr(word(tints, tone(mark)), 2, 7))) : 0
plot csv using (shown(strcol("mark"), "rule")):"y":(width - 16):(0) with vectors nohead linecolor rgb grid_ink linewidth 0.8 notitle, \
  for [k = 1 : points] csv every ::(k - 1)::(k - 1) using (strcol("mark") eq "box" ? column("x") : NaN):"y":"x_low":"x_high":"y_low":"y_high":(tint(strcol("name"))) \
    with boxxyerror linecolor rgb variable title sprintf("row(%d,", k), \
  csv using (shown(strcol("mark"), "left")):"y":(said(column("value"))) with labels left notitle, \
  csv using (shown(strcol("mark"), "left_bold")):"y":(said(column("value"))) with labels left font title_font notitle, \
  csv using (shown(strcol("mark"), "left_small")):"y":(said(column("value"))) with labels left font small notitle, \
  csv using (shown(strcol("mark"), "center")):"y":(said(column("value"))) with labels center textcolor rgb ink notitle, \
  csv using (shown(strcol("mark"), "cell")):"y":(said(column("value"))) with labels center textcolor rgb cell_ink notitle, \
  csv using (shown(strcol("mark"), "cell_small")):"y":(said(column("value"))) with labels center font small textcolor rgb cell_faded notitle, \
  csv using (shown(strcol("mark"), "center_bold")):"y":(said(column("value"))) with labels center notitle, \
  csv using (shown(strcol("mark"), "center_small")):"y":(said(column("value"))) with labels center font small notitle
