/* SPDX-License-Identifier: MIT
 * Implements `attnlab list`, which prints slots with their choices, axes, questions, setups, data
 * sets, counter groups, kinds of figures, or columns. */
#include "base/listing.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/analysis/analysis.h"
#include "harness/cli/commands.h"
#include "harness/plan/figures/figure_list.h"
#include "harness/plan/spec.h"
#include "harness/run/columns.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- slots ---- */

/* Prints the axes that apply only to this choice of a slot. */
static void print_parameters(const struct axes *axes, int slot, const char *choice)
{
    for (int i = 0; i < axes->count; i++) {
        const struct axis *a = &axes->list[i];
        for (int k = 0; k < a->case_count; k++)
            if (a->cases[k].when_axis == slot && !strcmp(a->cases[k].when_value, choice))
                printf("    %s=%s  %s\n", a->name, a->cases[k].default_text, a->cases[k].doc);
    }
}

static bool list_slots(const struct axes *axes)
{
    for (int s = 0; s < axes->slot_count; s++) {
        int index = axes_find(axes, axes->slots[s]);
        if (index < 0) continue;
        const struct axis_case *c = &axes->list[index].cases[0];
        printf("%s  %s\n", axes->slots[s], c->doc);
        for (int i = 0; i < c->choice_count; i++) {
            printf("  %-20s %s  [%s]\n", c->choices[i], c->titles[i], c->papers[i]);
            if (*c->initials[i]) printf("    initial: %s\n", c->initials[i]);
            if (*c->published[i]) printf("    published: %s\n", c->published[i]);
            print_parameters(axes, index, c->choices[i]);
        }
    }
    return true;
}

/* ---- axes ---- */

/* Returns true if two cases of an axis are equal except for the value in the condition. Such cases
 * are printed on one line. */
static bool differ_in_condition_only(const struct axis_case *a, const struct axis_case *b)
{
    if (a->when_axis != b->when_axis || a->choice_count != b->choice_count || a->min != b->min ||
        a->max != b->max || strcmp(a->doc, b->doc) || strcmp(a->default_text, b->default_text))
        return false;
    for (int i = 0; i < a->choice_count; i++)
        if (strcmp(a->choices[i], b->choices[i])) return false;
    return true;
}

/* Prints the conditions of axis case `k` and of all cases on the same line, such as " with
 * kind=quality|step". */
static void print_condition(const struct axes *axes, const struct axis *a, int k)
{
    const struct axis_case *c = &a->cases[k];
    if (c->when_axis < 0) return;
    printf("  with %s=%s", axes->list[c->when_axis].name, c->when_value);
    while (++k < a->case_count)
        if (differ_in_condition_only(c, &a->cases[k])) printf("|%s", a->cases[k].when_value);
}

static void print_case(const struct axes *axes, const struct axis *a, int k)
{
    const struct axis_case *c = &a->cases[k];
    for (int i = 0; i < k; i++)
        if (differ_in_condition_only(&a->cases[i], c)) return;
    printf("%-16s %-9s %-6s", a->name, axis_role_names[a->role], axis_type_names[a->type]);
    for (int i = 0; i < c->choice_count; i++) printf("%s%s", i ? "|" : " ", c->choices[i]);
    if (a->type == AXIS_INT || a->type == AXIS_REAL) printf(" %.15g..%.15g", c->min, c->max);
    printf("  default %s", *c->default_text ? c->default_text : "''");
    print_condition(axes, a, k);
    if (a->quiet) printf("  (cells omit this axis if it has its default value)");
    printf("  %s\n", c->doc);
}

static bool list_axes(const struct axes *axes)
{
    for (int i = 0; i < axes->count; i++)
        for (int k = 0; k < axes->list[i].case_count; k++) print_case(axes, &axes->list[i], k);
    return true;
}

/* ---- files of ablations/ ---- */

static void print_question(const char *path, const struct axes *axes, struct diags *diags)
{
    struct spec spec;
    if (spec_load(&spec, path, 0, "", axes, diags)) {
        printf("%s  %s\n", spec.name, path);
        if (spec.question) printf("  %s\n", spec.question);
        if (spec.source) printf("  source: %s\n", spec.source);
    }
    spec_free(&spec);
}

static bool list_folder(const struct axes *axes, const char *name)
{
    char *folder = path_in_home(name);
    struct diags diags = {0};
    struct listing files = folder ? listing_of(folder, ".yaml") : (struct listing){0};
    for (int i = 0; i < files.count; i++) {
        char *path = xformat("%s/%s.yaml", folder, files.names[i]);
        print_question(path, axes, &diags);
        free(path);
    }
    if (!files.count)
        command_fails(
            &list_command, EXIT_USAGE,
            xformat("no .yaml file in %s/; set ATTNLAB_HOME to the project folder", name));
    bool good = files.count && !diag_print(&diags, stderr);
    listing_free(&files);
    diag_free(&diags);
    free(folder);
    return good;
}

static bool list_ablations(const struct axes *axes) { return list_folder(axes, "ablations"); }

static bool list_setups(const struct axes *axes)
{
    bool good = list_folder(axes, "ablations/setups");
    printf("\nlarge setups, for other machines:\n");
    return list_folder(axes, "ablations/setups/large") && good;
}

/* ---- data sets ---- */

/* If FOLDER/NAME exists, prints the label `how` and this path. Frees `folder`. */
static bool print_place(const char *how, char *folder, const char *name)
{
    char *place = xformat("%s/%s", folder ? folder : "", name);
    bool exists = folder && access(place, F_OK) == 0;
    if (exists) printf("  %s: %s\n", how, place);
    free(place);
    free(folder);
    return exists;
}

static void print_files(const char *name, const char *source)
{
    char *folder = path_data();
    if (print_place("found", xstrdup(folder), name) ||
        print_place("found in the project", path_data_included(), name))
        ;
    else if (!strcmp(source, "yours"))
        printf("  missing: copy your files to %s/%s\n", folder, name);
    else
        printf("  missing: run `attnlab data fetch %s`\n", name);
    free(folder);
}

static bool list_datasets(const struct axes *axes)
{
    static const char *const layer_inputs[] = {"input", "corpus"};
    for (int i = 0; i < axes->dataset_count; i++) {
        printf("%-16s %-9s  %s\n  from %s\n  licence: %s\n", axes->datasets[i].name,
               axes->datasets[i].kind, axes->datasets[i].title, axes->datasets[i].source,
               axes->datasets[i].licence);
        if (axes->datasets[i].has_folder)
            print_files(axes->datasets[i].name, axes->datasets[i].source);
    }
    for (int i = 0; i < 2; i++) {
        int axis = axes_find(axes, layer_inputs[i]);
        if (axis >= 0) print_case(axes, &axes->list[axis], 0);
    }
    return true;
}

/* ---- the rest ---- */

static bool list_events(const struct axes *axes)
{
    for (int i = 0; i < axes->event_count; i++)
        printf("%-16s %s\n", axes->events[i].group, axes->events[i].doc);
    return true;
}

static bool list_figures(const struct axes *axes)
{
    (void)axes;
    for (const struct figure_kind *k = figure_kinds; k->name; k++) {
        printf("%-18s for questions that %s: %s\n", k->name, figure_questions[k->of], k->shows);
        if (k->x) printf("  x: axis, %s\n", *k->x ? k->x : "required");
        if (k->option) printf("  %s: %s\n", k->option, k->words);
    }
    printf("options of every kind of figure:\n  where: axis values or arms to show\n  panel: axes, "
           "with one panel per value\n");
    return true;
}

/* Prints all columns as Markdown. results/columns.md is a copy of this output. */
static bool list_columns(const struct axes *axes)
{
    (void)axes;
    columns_print_markdown(stdout);
    analysis_columns_print(stdout);
    return true;
}

/* ---- topics ---- */

static const struct topic {
    const char *name, *contents;
    bool (*print)(const struct axes *);
} topics[] = {
    {"slots", "parts of a layer, their choices and parameters", list_slots},
    {"axes", "axes of a cell, with type, range and default", list_axes},
    {"ablations", "questions in ablations/", list_ablations},
    {"setups", "settings of data, model and schedule that a question can `use`", list_setups},
    {"datasets", "data sets, with kind, source, licence and location", list_datasets},
    {"events", "groups of hardware counters", list_events},
    {"figures", "kinds of figures and their options", list_figures},
    {"columns", "columns of the tables of a run, with units and meanings", list_columns}};
enum { TOPICS = sizeof topics / sizeof *topics };

/* Returns the topic of this name. Returns NULL after printing an error message. */
static const struct topic *find_topic(const char *name)
{
    const char *names[TOPICS];
    struct text message = {0};
    text_add(&message, "unknown topic '%s', expected", name);
    for (int i = 0; i < TOPICS; i++) {
        if (!strcmp(topics[i].name, name)) return text_free(&message), &topics[i];
        names[i] = topics[i].name;
        text_add(&message, "%s %s", i ? i + 1 < TOPICS ? "," : " or" : "", names[i]);
    }
    add_nearest(&message, name, names, TOPICS);
    command_fails(&list_command, EXIT_USAGE, message.data);
    return NULL;
}

static int print_topics(const struct texts *names)
{
    struct axes axes = {0};
    char *worker = NULL;
    bool good = true;
    for (int i = 0; !names->count && i < TOPICS; i++)
        printf("  %-10s %s\n", topics[i].name, topics[i].contents);
    if (!names->count) return 0;
    for (int i = 0; good && i < names->count; i++) good = find_topic(names->list[i]);
    good = good && command_axes(&list_command, &axes, &worker);
    for (int i = 0; good && i < names->count; i++) good &= find_topic(names->list[i])->print(&axes);
    axes_free(&axes);
    free(worker);
    return good ? 0 : EXIT_USAGE;
}

static int run(int argc, char **argv)
{
    struct texts names = {0};
    const struct argument arguments[] = {
        {"TOPIC...", 0, ARGUMENT_TEXTS, &names, NULL,
         "topics to list [default: print the names of all topics]"},
        DATA_ARGUMENT,
        {0}};
    int code = read_arguments(&list_command, arguments, argc, argv);
    if (code < 0) code = print_topics(&names);
    free(names.list);
    return code;
}

const struct command list_command = {
    .name = "list",
    .purpose = "list slots, axes, questions, data sets, columns and more",
    .usage = "[TOPIC...]",
    .about = "Lists the contents of each topic: slots, axes, ablations, setups, datasets, events, "
             "figures or columns.",
    .exits = "Exit status: 0 on success, 2 after a usage error or if a file is invalid.",
    .example = "slots datasets",
    .run = run};
