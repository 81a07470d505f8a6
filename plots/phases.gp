# SPDX-License-Identifier: MIT
# Where the time goes: a stacked bar for each cell, a piece for each phase of the kernel. Without
# `where`, at the largest shape that each pass was timed at. Options: share=1 draws shares of each
# cell's own time, share=0 times; without it, shares where one cell would dwarf the others. The
# whole time is written at the end of each bar.
load home."/plots/style.gp"

# A row is a cell of a pass; rows of one pass stand together, below a row that names the pass.
array row_of[2000]
array row_pass[2000]
array row_name[2000]
array total[2000]
array phase_name[32]
rows = 0
kinds = 0
longest = 1
usable(dummy) = 1
rows_of = phases
load home."/plots/largest_shape.gp"
here(dummy) = pass_place(column("pass_index"))
row(k, n) = rows == 0 ? 0 : sum [i = 1:rows] (row_of[i] == n && row_pass[i] == k ? i : 0)
phase(name) = kinds == 0 ? 0 : sum [i = 1:kinds] (phase_name[i] eq name ? i : 0)
add_row(k, n, name) = (rows = rows + 1, row_of[rows] = n, row_pass[rows] = k, row_name[rows] = name, total[rows] = 0, \
  longest = strlen(name) > longest ? strlen(name) : longest)
meet_row(k, n, name) = row(k, n) ? 0 : (passes > 1 && !row(k, -1) ? add_row(k, -1, "") : 0, add_row(k, n, name))
meet_phase(name) = phase(name) ? 0 : (kinds = kinds + 1, phase_name[kinds] = name)
count(r, t) = (total[r] = total[r] + t)
belongs(dummy) = kept(0) && in_shape(0)
set table $null
plot phases using (belongs(0) ? (meet_row(here(0), column("row_index"), label("label")), meet_phase(strcol("kernel_phase")), \
  count(row(here(0), column("row_index")), column("time_ns"))) : 0) with table
unset table
if (rows == 0) {
  print sprintf("phase_summary.csv has no row of %s", ablation)
  exit status 3
}

most = 0
least = 1e300
do for [i = 1:rows] { if (row_of[i] >= 0) {
  most = total[i] > most ? total[i] : most
  least = total[i] < least ? total[i] : least
} }
share = exists("opt_share") ? opt_share eq "1" : most > 8 * least

# edge(r, k): where piece k of row r begins, as the sum of the pieces before it.
array size_of[64000]
do for [i = 1:rows * 32] { size_of[i] = 0 }
remember(r, name, t) = (size_of[32 * (r - 1) + phase(name)] = t)
this_row(dummy) = row(here(0), column("row_index"))
set table $null
plot phases using (belongs(0) ? remember(this_row(0), strcol("kernel_phase"), column("time_ns")) : 0) with table
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
set ytics scale 0 ()
do for [i = 1:rows] {
  if (row_of[i] >= 0) {
    set label i gprintf("%.1s %cs", total[i] * 1e-9) at first (share ? 100 : total[i] * 1e-9), first i offset 0.6, 0
    set ytics add (tic(row_name[i]) i)
  } else {
    set label i pass_title(row_pass[i]) at first 0, first i offset 0.6, -0.15
  }
}
set xlabel share ? "share of the time of the ".(passes > 1 ? "pass" : pass_title(1))." (%)" : time_label(1)
if (!share) { set format x "%.0s %cs" }
tint(k) = word("#0072B2 #E69F00 #009E73 #CC79A7 #56B4E9 #D55E00 #999999", 1 + (k - 1) % 7)
set style fill solid 0.9 border rgb "#FFFFFF"
piece(k) = belongs(0) && strcol("kernel_phase") eq phase_name[k] ? 1 : NaN
left(k) = piece(k) * edge(this_row(0), k) * unit(this_row(0))
right(k) = left(k) + column("time_ns") * unit(this_row(0))
level(side) = this_row(0) + side
plot for [k = 1:kinds] phases using (left(k)):(level(0)):(left(k)):(right(k)):(level(-0.38)):(level(0.38)) \
  with boxxyerror fillcolor rgb tint(k) title phase_name[k]
