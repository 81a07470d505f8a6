# SPDX-License-Identifier: MIT
# Lines are means over the tuning seeds, of those in colour with the least and the greatest as a
# bar; a circle marks the winner, a cross at the top edge a value at which a run diverged.
# Of questions that train models.
pieces = "bars line dots winner diverged"
load plots."/shared/panels.gp"
