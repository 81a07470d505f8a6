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

/* The line between a specification and its set-up in spec->text, which plan.yaml shows to people.
 * The path follows. */
#define SETUP_HEAD "# As used by attnlab: "

/* The root of the tree *document of a specification; where it uses a set-up, a tree of both. The
 * set-up is the which-th that `use` names. It is searched in setups/ next to the specification's
 * file, in setups/ one folder above, and in ablations/setups of the project. It is then in *setup,
 * its path in spec->setup_path, its text behind spec->text. NULL with the errors in diags. Both
 * documents must live until the tree was read. */
const struct yaml *spec_use(struct spec *, int which, struct yaml_document *document,
                            struct yaml_document *setup, struct diags *);

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
