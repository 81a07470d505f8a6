# SPDX-License-Identifier: MIT
# Speed-up against threads: each arm's time with the fewest threads over its time with more, with
# the ideal line. Options: x (default threads).
# Of questions that time layers.
pieces = "ideal line"
load plots."/shared/panels.gp"
