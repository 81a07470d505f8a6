/* SPDX-License-Identifier: MIT
 * Planning again what a run was planned from: its folder's plan.yaml holds each specification as it
 * was read, below a line that names the file, the tier and what the command line changed, and
 * behind it the set-up that it uses (setups/setups.h). */
#ifndef ATTNLAB_SAVED_PLAN_H
#define ATTNLAB_SAVED_PLAN_H

#include "harness/plan/plan.h"
#include "harness/plan/saved/saved_words.h"

/* The axes of describe.json, which the folder has or else the one above. False with *error (to be
 * freed). To be freed in either case. */
bool axes_read_saved(struct axes *, const char *directory, char **error);
/* False with *error (to be freed). The rows are those of the run; their order in time is not kept,
 * since it hangs on a seed that plan.yaml does not name. No file of ablations/ or plots/ is needed:
 * a question or a kind of figure may be gone since. The plan is to be freed in either case. */
bool plan_read_saved(struct plan *, const struct axes *, const char *directory, char **error);
/* Of a shard the rows of all shards. */
bool plan_read_saved_whole(struct plan *, const struct axes *, const char *directory, char **error);

/* What stands in it: of each specification the question's name (the column `ablation`), its text,
 * with the set-up that it uses behind it, and the file that asks it, without folder and ending. */
struct saved_parts {
    struct saved_part {
        char *name, *text, *file;
    } * list;
    int count;
};
/* False where there is no such plan. To be freed in either case. */
bool saved_parts_read(struct saved_parts *, const char *directory);
void saved_parts_free(struct saved_parts *);

/* The line above each specification: PATH, tier T, --set 'a=1', --filter 'b=2',
 * --shard 1/2; its words and what stands between them are those of saved_words.h. */
#define SAVED_PLAN_HEAD "# As run by attnlab: "
/* And below it, of a question that is asked in several set-ups: the file that asks it, since each
 * part has a path of its own, matrix-masked.yaml of matrix.yaml, where its name stands. */
#define SAVED_ASKED_IN "# Asked in: "

/* All of plan.yaml for a plan made with these options; to be freed. */
char *saved_plan_text(const struct plan *, const struct plan_options *);

#endif
