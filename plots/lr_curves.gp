# SPDX-License-Identifier: MIT
# The sweep of the tuned axis: validation loss of each contender at each value, mean over the tuning
# seeds with the least and the greatest as a bar; a circle marks the winner, a cross at the top edge
# a value at which a run diverged.
# Of questions that train models.
dash_at_once = 1
pieces = "bars line winner diverged"
load plots."/shared/panels.gp"
