# SPDX-License-Identifier: MIT
# The axis along which training goes, for curves: set option along (step, tokens, flop or seconds;
# default step). After quality_style.gp:
#   load home."/plots/training_axis.gp"; eval training_axis after begin_panels
#   eval training_tics after open_panel: as many as the panel has room for
along = exists("opt_along") ? opt_along : "step"
training_axis = "set format x along eq 'flop' ? '%.1s %c' : '%g'; \
  set xlabel along eq 'step' ? 'optimiser steps' : along eq 'flop' ? 'FLOP of training' \
    : along eq 'seconds' ? 'seconds of training' : along"
further(v) = (along_end = v > along_end ? v : along_end)
training_tics = "along_end = 0; set table $null; \
  plot summary using (in_panel(p) ? further(column(along)) : 0) with table; unset table; \
  if (along_end > 0) { set xtics tic_step(along_end, panel_width / 60.0) }"
