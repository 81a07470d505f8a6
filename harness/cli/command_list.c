/* SPDX-License-Identifier: MIT
 * attnlab list: slots with their choices, axes, ablations, data sets, counter groups, columns. */
#include "harness/cli/commands.h"
#include "base/listing.h"
#include "base/paths.h"
#include "harness/plan/spec.h"
#include "harness/run/columns.h"
#include "harness/cli/list_topic.h"
#include "harness/cli/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_USAGE = 2 };

/* ---- slots ---- */

/* Names of the axes that exist only with this choice of a slot: its parameters. */
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
            if (*c->initials[i]) printf("    begins as %s\n", c->initials[i]);
            if (*c->published[i]) printf("    published: %s\n", c->published[i]);
            print_parameters(axes, index, c->choices[i]);
        }
    }
    return true;
}

/* ---- axes ---- */

static void print_range(const struct axis *a, const struct axis_case *c)
{
    for (int i = 0; i < c->choice_count; i++) printf("%s%s", i ? "|" : " ", c->choices[i]);
    if (a->type == AXIS_INT || a->type == AXIS_REAL) printf(" %.15g..%.15g", c->min, c->max);
}

/* Cases that differ in their condition alone, "with kind=quality|step", are one line. */
static bool is_as(const struct axis_case *c, const struct axis_case *other)
{
    if (c->when_axis != other->when_axis || c->choice_count != other->choice_count ||
        c->min != other->min || c->max != other->max || strcmp(c->doc, other->doc) ||
        strcmp(c->default_text, other->default_text))
        return false;
    for (int i = 0; i < c->choice_count; i++)
        if (strcmp(c->choices[i], other->choices[i])) return false;
    return true;
}

static bool stands_before(const struct axis *a, int k)
{
    for (int i = 0; i < k; i++)
        if (is_as(&a->cases[i], &a->cases[k])) return true;
    return false;
}

static void print_condition(const struct axes *axes, const struct axis *a, int k)
{
    const struct axis_case *c = &a->cases[k];
    if (c->when_axis < 0) return;
    printf("  with %s=%s", axes->list[c->when_axis].name, c->when_value);
    while (++k < a->case_count)
        if (is_as(c, &a->cases[k])) printf("|%s", a->cases[k].when_value);
}

static void print_case(const struct axes *axes, const struct axis *a, int k)
{
    const struct axis_case *c = &a->cases[k];
    printf("%-16s %-9s %-6s", a->name, axis_role_names[a->role], axis_type_names[a->type]);
    print_range(a, c);
    printf("  default %s", *c->default_text ? c->default_text : "''");
    print_condition(axes, a, k);
    if (a->quiet) printf("  (in the cell only when not the default)");
    printf("  %s\n", c->doc);
}

static bool list_axes(const struct axes *axes)
{
    for (int i = 0; i < axes->count; i++)
        for (int k = 0; k < axes->list[i].case_count; k++)
            if (!stands_before(&axes->list[i], k)) print_case(axes, &axes->list[i], k);
    return true;
}

/* ---- the rest ---- */

static void print_ablation(const char *path, const struct axes *axes, struct diags *diags)
{
    struct spec spec;
    if (spec_load(&spec, path, 0, "", axes, diags)) {
        printf("%s  %s\n", spec.name, path);
        if (spec.question) printf("  %s\n", spec.question);
        if (spec.source) printf("  source: %s\n", spec.source);
    }
    spec_free(&spec);
}

static bool list_files(const struct axes *axes, const char *name)
{
    char *folder = path_in_home(name);
    struct diags diags = {0};
    struct listing files = folder ? listing_of(folder, ".yaml") : (struct listing){0};
    for (int i = 0; i < files.count; i++) {
        char *path = xformat("%s/%s.yaml", folder, files.names[i]);
        print_ablation(path, axes, &diags);
        free(path);
    }
    if (!files.count)
        fprintf(stderr, "attnlab list: no ablations/ found; name its folder in ATTNLAB_HOME\n");
    bool good = files.count && !diag_print(&diags, stderr);
    listing_free(&files);
    diag_free(&diags);
    free(folder);
    return good;
}

static bool list_ablations(const struct axes *axes) { return list_files(axes, "ablations"); }
static bool list_setups(const struct axes *axes)
{
    bool good = list_files(axes, "ablations/setups");
    printf("\nlarge, to be planned here and run elsewhere:\n");
    return list_files(axes, "ablations/setups/large") && good;
}

/* Prints "  HOW: folder/NAME" where that is there; takes the folder. */
static bool print_there(const char *how, char *folder, const char *name)
{
    char *place = xformat("%s/%s", folder ? folder : "", name);
    bool there = folder && access(place, F_OK) == 0;
    if (there) printf("  %s: %s\n", how, place);
    free(place);
    free(folder);
    return there;
}

/* Where a set of files is, or would be. */
static void print_place(const char *name, const char *source)
{
    if (print_there("there", path_data(), name)) return;
    if (print_there("in the project", path_data_included(), name)) return;
    char *folder = path_data();
    if (!strcmp(source, "yours"))
        printf("  not there: put its files into %s/%s\n", folder, name);
    else
        printf("  not there: `datasets/fetch.sh %s %s` fetches it\n", name, folder);
    free(folder);
}

/* Sets that models are trained on; two axes, input and corpus, say what a layer alone reads. */
static bool list_datasets(const struct axes *axes)
{
    for (int i = 0; i < axes->dataset_count; i++) {
        printf("%-16s %-9s  %s\n  from %s\n  licence: %s\n", axes->datasets[i].name,
               axes->datasets[i].kind, axes->datasets[i].title, axes->datasets[i].source,
               axes->datasets[i].licence);
        if (axes->datasets[i].has_folder)
            print_place(axes->datasets[i].name, axes->datasets[i].source);
    }
    static const char *const names[] = {"input", "corpus"};
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        int axis = axes_find(axes, names[n]);
        if (axis >= 0) print_case(axes, &axes->list[axis], 0);
    }
    return true;
}

static bool list_events(const struct axes *axes)
{
    for (int i = 0; i < axes->event_count; i++)
        printf("%-16s %s\n", axes->events[i].group, axes->events[i].doc);
    return true;
}

static bool list_columns(const struct axes *axes)
{
    (void)axes;
    columns_print(stdout);
    return true;
}

/* ---- topics and command line ---- */

static const struct {
    const char *name, *doc;
    bool (*print)(const struct axes *);
} topics[] = {{"slots", "the parts of a layer, their choices and parameters", list_slots},
              {"axes", "every factor of a cell: type, range, default", list_axes},
              {"ablations", "the specifications in ablations/", list_ablations},
              {"setups", "what a question may `use`: data, model, schedule, controls", list_setups},
              {"datasets", "data sets with kind, source and licence; what layers are fed with",
               list_datasets},
              {"events", "counter groups", list_events},
              {"figures", "kinds of figures and their options", list_figures},
              {"columns", "what the tables of a run hold: unit, meaning", list_columns}};
enum { TOPICS = sizeof topics / sizeof *topics };

static void help(const struct option_entry *options)
{
    puts("usage: attnlab list [TOPIC...]");
    for (int i = 0; i < TOPICS; i++) printf("  %-10s %s\n", topics[i].name, topics[i].doc);
    puts("Without a topic: all of them.");
    options_help(options);
    puts("Exit: 0 listed, 2 usage, or what is listed cannot be read.");
}

static bool unknown_topic(const char *found)
{
    const char *names[TOPICS];
    struct text message = {0};
    if (*found == '-') return options_unknown("list", found), false;
    text_add(&message, "attnlab list: found '%s', expected", found);
    for (int i = 0; i < TOPICS; i++) {
        names[i] = topics[i].name;
        text_add(&message, "%s %s", i ? i + 1 < TOPICS ? "," : " or" : "", names[i]);
    }
    add_topic_of(&message, found, names, TOPICS);
    fprintf(stderr, "%s\n", message.data);
    text_free(&message);
    return false;
}

static int topic_index(const char *name)
{
    for (int i = 0; i < TOPICS; i++)
        if (!strcmp(topics[i].name, name)) return i;
    return -1;
}

static bool print_topics(const char *const *names, int count, const struct axes *axes)
{
    bool good = true;
    for (int i = 0; i < count; i++) good &= topics[topic_index(names[i])].print(axes);
    for (int i = 0; !count && i < TOPICS; i++) {
        printf("%s== %s: %s\n", i ? "\n" : "", topics[i].name, topics[i].doc);
        good &= topics[i].print(axes);
    }
    return good;
}

static int list(const char *const *names, int count)
{
    struct axes axes;
    char *error = NULL, *worker = path_worker();
    bool good = axes_load(&axes, worker, &error);
    if (!good) fprintf(stderr, "attnlab list: %s\n", error);
    if (good) good = print_topics(names, count, &axes);
    axes_free(&axes);
    free(worker);
    free(error);
    return good ? 0 : EXIT_USAGE;
}

int command_list(int argc, char **argv)
{
    const char **names = xarray((size_t)argc + 1, sizeof *names), *format = "text";
    bool asked = false, good = true;
    int count = 0;
    const struct option_entry options[] = {{"format", 0, OPTION_TEXT, &format, "F",
                                            "text (default), or md: of columns, as in "
                                            "results/columns.md"},
                                           DATA_OPTION,
                                           {"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
                                           {0}};
    for (int i = 0; good && i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        good = taken >= 0;
        if (!taken) names[count++] = argv[i];
    }
    for (int i = 0; good && !asked && i < count; i++)
        if (topic_index(names[i]) < 0) good = unknown_topic(names[i]);
    bool markdown = !strcmp(format, "md");
    bool columns_alone = count == 1 && !strcmp(names[0], "columns");
    if (good && (markdown ? !columns_alone : strcmp(format, "text") != 0)) {
        fprintf(stderr, "attnlab list: --format: found '%s', expected text, or md with columns\n",
                format);
        good = false;
    }
    int code = good ? 0 : EXIT_USAGE;
    if (good && asked)
        help(options);
    else if (good && markdown)
        columns_print_markdown(stdout);
    else if (good)
        code = list(names, count);
    free(names);
    return code;
}
