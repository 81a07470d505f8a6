# SPDX-License-Identifier: MIT
# The look of all figures: terminal, fonts, colours, points, dashes.
set encoding utf8
set micro
set datafile separator comma
set datafile columnheaders
set datafile missing NaN

letter = 7.9 # pixels, the mean of words at this size in DejaVu Sans, the widest likely fallback
font = "Liberation Sans,Arial,Helvetica,sans-serif"
canvas = format eq "svg" \
  ? 'set terminal svg size width, height font font.",14" noenhanced background "white" linewidth 1.2; set output out' \
  : strstrt(GPVAL_TERMINALS, "pngcairo") \
  ? 'set terminal pngcairo size width, height font "Liberation Sans,11" noenhanced background "white" linewidth 1.4; set output out' \
  : 'set terminal png size width, height noenhanced background "#ffffff"; set output out'

# Okabe and Ito (2008) without yellow, which is lost on white. Colour, point and dash all change,
# with different periods, so that 7 x 12 series stay apart in colour and most of them in grey. A
# style below 0 is no series that was measured: the ideal, grey and dashed.
if (!exists("palette")) palette = "#000000 #D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9"
if (!exists("points")) points = "7 5 9 11 13 15 6 4 8 10 12 14"
colour(i) = i < 0 ? "#999999" : word(palette, 1 + int(i) % words(palette))
point(i) = i < 0 ? -1 : int(word(points, 1 + int(i) % words(points)))
# Few lines, often close together, have all dashes; many change them when the colours are through.
if (!exists("dash_at_once")) dash_at_once = 0
dash(i) = i < 0 ? 2 : 1 + (dash_at_once ? int(i) : int(i) / words(palette)) % 4
set dashtype 2 (8, 4)
set dashtype 3 (2, 3)
set dashtype 4 (10, 3, 2, 3)

set border 3 linecolor rgb "#555555"
set tics nomirror textcolor rgb "#222222"
set grid linecolor rgb "#DDDDDD" linewidth 0.6 linetype 1
set key Left reverse samplen 2 spacing 1.15

# gnuplot writes kiB, the rest of the world KiB.
unit(v) = v < 1024 ? 0 : int(floor(log(v) / log(1024) + 1e-9))
bytes_text(v) = sprintf("%.3g %s", v / 1024.0 ** unit(v), word("B KiB MiB GiB TiB", 1 + unit(v)))
