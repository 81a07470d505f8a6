# SPDX-License-Identifier: MIT
# The broken line is the ideal: twice as fast with twice the threads. Speed-up against threads: each
# arm's time with the fewest threads over its time with more. Options: x (axis, threads).
# Of questions that time layers.
pieces = "ideal line dots"
load plots."/shared/panels.gp"
