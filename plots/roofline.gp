# SPDX-License-Identifier: MIT
# Rate against arithmetic intensity, log-log, under the roofs measured in the same run: sgemm rate
# (level) and triad bandwidth (slope), one pair for each number of threads; a mark at the ridge.
# Points are whole forward passes; without `where`, the largest shape of the ablation.
load home."/plots/style.gp"
peaks = dir."/peaks.csv"
last = -1
set table $null
plot summary using (kept(0) && strcol("gflops") ne "" ? (last = column("shape_index") > last ? column("shape_index") : last) : 0) with table
unset table
in_shape(dummy) = column("shape_index") == last
least = 1e300
most = 0
slowest = 1e300
see(x, y) = (least = x < least ? x : least, most = x > most ? x : most, slowest = y < slowest ? y : slowest)
top = 0
array flat[64]
array slope[64]
array threads[64]
roofs = 0
set table $null
plot summary using (kept(0) && in_shape(0) && strcol("gflops") ne "" ? see(column("flop_per_byte"), column("gflops")) : 0) with table
plot peaks using (roofs = roofs + 1, flat[roofs] = column("sgemm_gflops"), slope[roofs] = column("triad_gb_s"), \
  threads[roofs] = column("threads"), top = flat[roofs] > top ? flat[roofs] : top) with table
unset table
if (most == 0) {
  print sprintf("no row of %s has a rate and an intensity", ablation)
  exit status 3
}
do for [i = 1:roofs] {
  ridge = flat[i] / slope[i]
  least = ridge / 4 < least ? ridge / 4 : least
  most = ridge * 4 > most ? ridge * 4 : most
}
roof_name(i) = sprintf("roof, %d thread%s: %.0f GFLOP/s, %.1f GB/s", threads[i], threads[i] == 1 ? "" : "s", flat[i], slope[i])
do for [i = 1:roofs] {
  extra = 70 + 7.6 * strlen(roof_name(i))
  legend = extra > legend ? extra : legend
}
width = plot_width + legend
eval canvas
eval legend_right
set logscale xy
set xrange [least / 1.5 : most * 1.5]
set yrange [slowest / 4 : *]
if (top > 0) { set yrange [slowest / 4 : top * 1.25] }
tic_low = slowest / 4
tic_high = top > 0 ? top : slowest * 100
tic_format = "%g"
load home."/plots/log_tics.gp"
set samples 500
set xlabel "arithmetic intensity (FLOP/byte)"
set ylabel "rate (GFLOP/s)"
roof(i, x) = slope[i] * x < flat[i] ? slope[i] * x : flat[i]
plot for [i = 1:roofs] roof(i, x) with lines linecolor rgb "#555555" linewidth 2 dashtype dash(7 * (i - 1)) \
       title roof_name(i), \
     peaks using (column("sgemm_gflops") / column("triad_gb_s")):(column("sgemm_gflops")) with points pointtype 12 \
       pointsize 1.8 linecolor rgb "#555555" title "ridge", \
     for [i = 1:arms] summary using (in_shape(0) ? of_arm(i, "flop_per_byte") : NaN):(column("gflops")) with points \
       linecolor rgb colour(arm_number[i]) pointtype point(arm_number[i]) pointsize 1.2 title arm_name[i]
