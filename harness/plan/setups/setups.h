/* SPDX-License-Identifier: MIT
 * Set-ups: data, model, schedule, yardstick, damaged control, tuning and tiers, said once in
 * ablations/setups/NAME.yaml and taken by a question with `use: NAME` (ablations/README.md).
 *
 * What is merged are values, not texts: the question's tree is laid over the set-up's, each value
 * with the place where it was read, so an error names the file where the slip stands. A set-up is a
 * question too, of its own arms, and may be planned and run like any other. It uses none itself.
 *
 * `use: [NAME, NAME]` asks the question in each: one specification for each set-up, named
 * QUESTION-SETUP. */
#ifndef ATTNLAB_SETUPS_H
#define ATTNLAB_SETUPS_H

#include "harness/plan/spec.h"

/* The line above a set-up that stands behind the specification that uses it: so it does in the
 * text of a specification, and in plan.yaml, which needs no other file. The path follows. */
#define SETUP_HEAD "# As used by attnlab: "

/* The text of a specification without a set-up behind it; to be freed. */
char *text_without_setup(const char *text);
bool has_setup_behind(const char *text);
/* The specification at a path with what it uses behind it, as plan.yaml has it, setup as of
 * spec_load(); NULL: it cannot be read, or what it uses cannot. To be freed. */
char *text_with_setup(const char *path, int setup);

/* What is to be read of a specification whose tree is *document: its root, or where it uses a
 * set-up a tree of both. That set-up stands behind `text`; else it is the which-th that `use` names
 * and is looked for in setups/ beside the specification's file, setups/ one folder above, and
 * ablations/setups of the project. It is then in *setup, its path in spec->setup_path, its text
 * behind spec->text. NULL with what is wrong in diags. Both documents are to be released once the
 * tree was read. */
const struct yaml *spec_use(struct spec *, const char *text, int which,
                            struct yaml_document *document, struct yaml_document *setup,
                            struct diags *);

/* The question's tree laid over the set-up's (merge_setup.c), made of nodes of both, its new maps
 * in `owner`. A key of the question stands in place of the set-up's, there and in the set-up's
 * tiers; `none` takes it away. Maps of axes, arms, words and tiers are merged entry by entry: an
 * axis that the question fixes, varies or derives is all that is said of it, an arm of the same
 * name replaces, and a tier with `use: none`. */
struct yaml *merge_setup(struct yaml_document *owner, const struct yaml *setup,
                         const struct yaml *question);
/* What a question says that can be read where no set-up is found: not `none`, which takes away what
 * that has, nor figures, of which it says the kind. Its new maps are in `owner`. */
struct yaml *without_setup(struct yaml_document *owner, const struct yaml *question);

#endif
