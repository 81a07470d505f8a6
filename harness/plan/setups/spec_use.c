/* SPDX-License-Identifier: MIT
 * The key `use`: finding a set-up, reading it, keeping its text with the specification's
 * (setups.h). */
#include "harness/plan/setups/setups.h"
#include "base/listing.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/plan/spec_read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- the text of a specification ---- */

static void add_behind(struct spec *s, const char *setup)
{
    size_t own = strlen(s->text), length = strlen(setup);
    char *all = xformat("%s%s---\n" SETUP_HEAD "%s\n%s%s", s->text,
                        own && s->text[own - 1] == '\n' ? "" : "\n", s->setup_path, setup,
                        length && setup[length - 1] == '\n' ? "" : "\n");
    free(s->text);
    s->text = all;
}

/* ---- in the folders ---- */

enum { FOLDERS = 3 };
static void folders_of(const char *spec_path, char *folders[FOLDERS])
{
    const char *slash = strrchr(spec_path, '/');
    int length = slash ? (int)(slash - spec_path) + 1 : 0;
    folders[0] = xformat("%.*ssetups", length, spec_path);
    folders[1] = xformat("%.*s../setups", length, spec_path);
    folders[2] = path_in_home("ablations/setups");
}

static void folders_free(char *folders[FOLDERS])
{
    for (int i = 0; i < FOLDERS; i++) free(folders[i]);
}

/* False: not in any of them, *path NULL; or it is there and cannot be read. */
static bool take_file(const char *spec_path, const char *name, char **path, char **text)
{
    char *folders[FOLDERS];
    folders_of(spec_path, folders);
    *path = *text = NULL;
    for (int i = 0; i < FOLDERS && !*path; i++) {
        if (!folders[i]) continue;
        *path = xformat("%s/%s.yaml", folders[i], name);
        *text = read_text_file(*path, YAML_BYTES);
        if (!*text && errno == ENOENT) free(*path), *path = NULL;
    }
    folders_free(folders);
    return *text;
}

/* ---- errors ---- */

/* The set-ups of the first folder that has any. */
static void add_known(struct text *message, const char *spec_path, const char *wanted)
{
    char *folders[FOLDERS];
    struct listing all = {0};
    folders_of(spec_path, folders);
    for (int i = 0; i < FOLDERS && !all.count; i++) {
        listing_free(&all);
        if (folders[i]) all = listing_of(folders[i], ".yaml");
    }
    char *names = listing_text(&all);
    text_add(message, "%s%s", all.count ? "one of " : "a file NAME.yaml in setups/ beside this one",
             names);
    add_nearest(message, wanted, (const char *const *)all.names, all.count);
    free(names);
    listing_free(&all);
    folders_free(folders);
}

static void not_found(const struct spec *s, const struct yaml *node, struct diags *diags)
{
    struct text expected = {0};
    char *found = yaml_describe(node);
    add_known(&expected, s->path, node->kind == YAML_SCALAR ? node->text : "");
    diag_add(diags, node->place.file, node->place.line, node->place.column,
             "key use: found %s, expected the name of a set-up or a list of names, %s", found,
             expected.data);
    text_free(&expected);
    free(found);
}

static bool is_name(const struct yaml *node)
{
    bool good = node->kind == YAML_SCALAR && *node->text;
    for (const char *c = good ? node->text : ""; *c; c++)
        good &= isalnum((unsigned char)*c) || strchr("_-", *c);
    return good;
}

/* ---- which one ---- */

static bool is_twice(const struct yaml *list, int item)
{
    for (int i = 0; i < item; i++)
        if (!strcmp(list->items[i]->text, list->items[item]->text)) return true;
    return false;
}

/* Of `use`, a name or a list of them, the which-th name; NULL with what is wrong in diags. */
static const struct yaml *name_in(struct spec *s, const struct yaml *use, int which,
                                  struct diags *diags)
{
    bool list = use->kind == YAML_LIST && use->count;
    s->setup_count = list ? use->count : 1;
    for (int i = 0; i < s->setup_count; i++) {
        const struct yaml *name = list ? use->items[i] : use;
        if (!is_name(name)) {
            not_found(s, name, diags);
            return NULL;
        }
        if (!list || !is_twice(use, i)) continue;
        diag_add(diags, name->place.file, name->place.line, name->place.column,
                 "key use: found '%s' twice, expected each set-up once", name->text);
        return NULL;
    }
    if (which < s->setup_count) return list ? use->items[which] : use;
    diag_add(diags, use->place.file, use->place.line, use->place.column,
             "key use: found %d set-ups, expected a number of one of them from 0, not %d",
             s->setup_count, which);
    return NULL;
}

/* ---- a set-up that is used ---- */

static void check_setup(const struct yaml *root, struct diags *diags)
{
    const struct yaml *tiers = yaml_get(root, "tiers");
    if (root->kind != YAML_MAP)
        diag_add(diags, root->place.file, root->place.line, root->place.column,
                 "found no map, expected a set-up as a map of key: value");
    check_keys(root, IN_SETUP | OF_SETUP, "a set-up", diags);
    for (int i = 0; tiers && tiers->kind == YAML_MAP && i < tiers->count; i++)
        check_keys(tiers->entries[i].value, IN_SETUP_TIER, "a tier of a set-up", diags);
}

/* False with what is wrong in diags. */
static bool take(struct spec *s, const struct yaml *name, char **setup, struct diags *diags)
{
    if (take_file(s->path, name->text, &s->setup_path, setup)) return true;
    if (s->setup_path)
        diag_add(diags, s->setup_path, 0, 0, "cannot be read: %s", file_fault(errno));
    else
        not_found(s, name, diags);
    return false;
}

const struct yaml *spec_use(struct spec *s, int which, struct yaml_document *document,
                            struct yaml_document *setup, struct diags *diags)
{
    const struct yaml *use = yaml_get(document->root, "use");
    char *of_setup = NULL;
    struct yaml *merged = NULL;
    if (!use) return document->root;
    const struct yaml *name = name_in(s, use, which, diags);
    if (!name || !take(s, name, &of_setup, diags)) return NULL;
    add_behind(s, of_setup);
    if (yaml_parse(setup, s->setup_path, of_setup, strlen(of_setup), diags)) {
        check_setup(setup->root, diags);
        if (setup->root->kind == YAML_MAP)
            merged = merge_setup(document, setup->root, document->root);
    }
    free(of_setup);
    return merged;
}
