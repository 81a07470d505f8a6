# SPDX-License-Identifier: MIT
# Where the time of a training step goes: a bar for each model and program, a piece for each part.
# steps.py gives: csv (model, program, part, ms, from, to, row), out, format, width, height, rows,
# parts (names in their order, separated by |), longest (ms).
load plots."/shared/style.gp"
eval canvas
tint(i) = word("#0072B2 #56B4E9 #009E73 #D55E00 #E69F00 #CC79A7 #5E3C99 #999999 #555555", i)
part_name(i) = substr(parts, start_of(i), end_of(i))
start_of(i) = i == 1 ? 1 : end_of(i - 1) + 2
end_of(i) = i == count ? strlen(parts) : start_of(i) + strstrt(substr(parts, start_of(i), strlen(parts)), "|") - 2
count = 1; do for [k = 1:strlen(parts)] { if (substr(parts, k, k) eq "|") { count = count + 1 } }
set label 1 title_text at screen 0.02, screen 1 - 22.0 / height font title_font
set lmargin at screen 0.33
set rmargin at screen 0.95
set tmargin at screen 1 - 90.0 / height
set bmargin at screen 71.0 / height
set key at screen 0.02, screen 1 - 40.0 / height horizontal left top Left reverse maxrows 2 samplen 0.8 font small
set key autotitle
set xrange [0:1.0]
set format x "%.0f %%"
set xtics ("0" 0, "20 %%" 0.2, "40 %%" 0.4, "60 %%" 0.6, "80 %%" 0.8, "100 %%" 1)
set xlabel "share of a step's time"
set yrange [rows + 0.5:0.5]
set ytics scale 0 font small
set border 1
set grid x noy
set style fill solid 0.95 border rgb "#FFFFFF"
same(i) = strcol("part") eq part_name(i)
plot for [i = 1:count] csv using (same(i) ? (column("from") + column("to")) / 2 : NaN):(column("row")):(column("from")):(column("to")):(column("row") - 0.38):(column("row") + 0.38) \
       with boxxyerror fillcolor rgb tint(i) title part_name(i), \
     csv using (same(1) ? 0 : NaN):(column("row")):ytic(strcol("label")) with points pointtype -1 notitle
