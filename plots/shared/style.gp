# SPDX-License-Identifier: MIT
# The look of all figures: terminal, fonts, inks, colours, points, dashes.
set encoding utf8
set micro
set datafile separator comma
set datafile columnheaders
set datafile missing NaN

font = "Liberation Sans,Arial,Helvetica,sans-serif"
canvas = format eq "svg" \
  ? 'set terminal svg size width, height font font.",14" noenhanced background "white" linewidth 1.2; set output out' \
  : strstrt(GPVAL_TERMINALS, "pngcairo") \
  ? 'set terminal pngcairo size width, height font "Liberation Sans,10.5" noenhanced background "white" linewidth 1.4; set output out' \
  : 'set terminal png size width, height noenhanced background "#ffffff"; set output out'
small = format eq "svg" ? ",12" : ",9"
title_font = format eq "svg" ? ",15" : ",11.5"

# Inks: svg_finish.c makes them the page's own, so that a figure can stand on dark. What stands on a
# colour (numbers in cells) has none of them.
ink = "#000000"; pale_ink = "#8C8C8C"; leader_ink = "#BBBBBB"
axis_ink = "#555555"; grid_ink = "#DDDDDD"; band_ink = "#E4E4E4"; cell_ink = "#111111"; cell_faded = "#444444"

# A style is 0, the baseline; from 1, one of Okabe and Ito's colours (2008) without yellow, which is
# lost on white; below 0, pale. Symbols change too, and dashes of colours, so that series stay apart
# in grey. A kind whose series touch may add colours.
if (!exists("more_colours")) more_colours = ""
palette = "#D55E00 #0072B2 #009E73 #CC79A7 #E69F00 #56B4E9".more_colours
symbols = "5 9 11 13 15 4 8 10 12 14 6"
pale_symbols = "4 8 10 12 14 6 5 9 11 13 15"
dashes = "1 2 3 4"
pick(list, i) = word(list, 1 + (i - 1) % words(list))
colour(s) = s == 0 ? ink : s < 0 ? pale_ink : pick(palette, s)
symbol(s) = s == 0 ? 7 : int(s < 0 ? pick(pale_symbols, -s) : pick(symbols, s))
dash(s) = s <= 0 ? 1 : int(pick(dashes, s))
set dashtype 2 (8, 4)
set dashtype 3 (2, 3)
set dashtype 4 (10, 3, 2, 3)

set border 3 linecolor rgb axis_ink
set tics nomirror textcolor rgb "#222222"
set grid linecolor rgb grid_ink linewidth 0.6 linetype 1
unset key

# gnuplot writes kiB, the rest of the world KiB.
power(v) = v < 1024 ? 0 : int(floor(log(v) / log(1024) + 1e-9))
bytes_unit(v) = word("B KiB MiB GiB TiB", 1 + power(v))
bytes_text(v) = sprintf("%.3g %s", v / 1024.0 ** power(v), bytes_unit(v))
