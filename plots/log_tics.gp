# SPDX-License-Identifier: MIT
# Tics of a logarithmic y axis that spans less than three decades: 1, 2 and 5 of each. Set before:
# tic_low, tic_high (in the units drawn) and tic_format (for gprintf).
if (tic_high < 1000 * tic_low) {
  tic_list = ""
  do for [decade = int(floor(log10(tic_low))):int(ceil(log10(tic_high)))] {
    do for [step in "1 2 5"] {
      tic = real(step) * 10.0 ** decade
      tic_list = tic_list.sprintf("%s'%s' %.9g", tic_list eq "" ? "" : ", ", gprintf(tic_format, tic), tic)
    }
  }
  eval "set ytics nomirror (".tic_list.")"
}
