# SPDX-License-Identifier: MIT
# Where the time goes: a stacked bar for each cell, a piece for each phase. Without `where`, the
# largest shape of the ablation. Options: share=1 draws shares of each
# cell's own time, share=0 times; without it, shares where one cell would dwarf the others. The
# whole time is written at the end of each bar.
load home."/plots/style.gp"

array row_of[2000]
array row_name[2000]
array total[2000]
array phase_name[32]
rows = 0
kinds = 0
last = -1
longest = 1
set table $null
plot phases using (kept(0) ? (last = column("shape_index") > last ? column("shape_index") : last) : 0) with table
unset table
row(n) = rows == 0 ? 0 : sum [i = 1:rows] (row_of[i] == n ? i : 0)
phase(name) = kinds == 0 ? 0 : sum [i = 1:kinds] (phase_name[i] eq name ? i : 0)
meet_row(n, name) = row(n) ? 0 : (rows = rows + 1, row_of[rows] = n, row_name[rows] = name, total[rows] = 0, \
  longest = strlen(name) > longest ? strlen(name) : longest)
meet_phase(name) = phase(name) ? 0 : (kinds = kinds + 1, phase_name[kinds] = name)
count(n, t) = (total[row(n)] = total[row(n)] + t)
belongs(dummy) = kept(0) && column("shape_index") == last
set table $null
plot phases using (belongs(0) ? (meet_row(column("row_index"), label("label")), meet_phase(strcol("phase")), \
  count(column("row_index"), column("time_ns"))) : 0) with table
unset table
if (rows == 0) {
  print sprintf("phase_summary.csv has no row of %s", ablation)
  exit status 3
}

most = 0
least = 1e300
do for [i = 1:rows] {
  most = total[i] > most ? total[i] : most
  least = total[i] < least ? total[i] : least
}
share = exists("opt_share") ? opt_share eq "1" : most > 8 * least

# edge(r, k): where piece k of row r begins, as the sum of the pieces before it.
array size_of[64000]
do for [i = 1:rows * 32] { size_of[i] = 0 }
remember(n, name, t) = (size_of[32 * (row(n) - 1) + phase(name)] = t)
set table $null
plot phases using (belongs(0) ? remember(column("row_index"), strcol("phase"), column("time_ns")) : 0) with table
unset table
unit(r) = !share ? 1e-9 : r < 1 ? NaN : 100.0 / total[r]
edge(r, k) = r < 1 || k <= 1 ? 0 : sum [i = 1:k - 1] (size_of[32 * (r - 1) + i])
height = 150 + 26 * rows
width = 420 + letter * longest
width = width < 900 ? 900 : width
eval canvas
set lmargin at screen (20 + letter * longest) / width
set border 1
set grid xtics noytics
set key outside top center horizontal Left reverse samplen 1.5
set yrange [rows + 0.6 : 0.4]
set xrange [0 : share ? 100 : most * 1e-9 * 1.02]
set rmargin at screen 1 - 110.0 / width
do for [i = 1:rows] {
  set label i gprintf("%.1s %cs", total[i] * 1e-9) at first (share ? 100 : total[i] * 1e-9), first i offset 0.6, 0
}
set ytics scale 0 ()
do for [i = 1:rows] { set ytics add (row_name[i] i) }
if (share) {
  set xlabel "share of the forward pass (%)"
} else {
  set xlabel "time per forward pass"
  set format x "%.0s %cs"
}
tint(k) = word("#0072B2 #E69F00 #009E73 #CC79A7 #56B4E9 #D55E00 #999999", 1 + (k - 1) % 7)
set style fill solid 0.9 border rgb "#FFFFFF"
piece(k) = belongs(0) && strcol("phase") eq phase_name[k] ? 1 : NaN
left(k) = piece(k) * edge(row(column("row_index")), k) * unit(row(column("row_index")))
right(k) = left(k) + column("time_ns") * unit(row(column("row_index")))
level(side) = row(column("row_index")) + side
plot for [k = 1:kinds] phases using (left(k)):(level(0)):(left(k)):(right(k)):(level(-0.38)):(level(0.38)) \
  with boxxyerror fillcolor rgb tint(k) title phase_name[k]
