/* SPDX-License-Identifier: MIT
 * Words of titles, axes and captions. What stands in braces is said for the figure at hand. */
#include "harness/render/figures/figure_kinds.h"

#include <stdlib.h>
#include <string.h>

const struct figure_kind *figure_kind_find(const char *name, bool *trains)
{
    const struct figure_kind *tables[] = {kinds_timed, kinds_trained};
    for (int t = 0; t < 2; t++)
        for (const struct figure_kind *k = tables[t]; k->name; k++)
            if (!strcmp(k->name, name)) return *trains = t, k;
    return NULL;
}

bool figure_kind_known(const char *name)
{
    bool trains;
    return figure_kind_find(name, &trains);
}

/* ---- each word ---- */

static char *metric_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return xstrdup(metric_said(r->question->metric));
}

static char *with_unit(const struct metric *m)
{
    const char *unit = metric_unit_said(m);
    return *unit ? xformat("validation %s (%s)", metric_said(m), unit)
                 : xformat("validation %s", metric_said(m));
}

/* "validation loss (nats per token)": of what the question compares; of the loss that tunes. */
static char *validation_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return with_unit(r->question->metric);
}

static char *tuning_words(const struct request *r, const struct figure_kind *k)
{
    (void)r;
    (void)k;
    return with_unit(metric_find("loss"));
}

/* "change in loss (%)". */
static char *change_words(const struct request *r, const struct figure_kind *k)
{
    const struct metric *m = r->question->metric;
    (void)k;
    return xformat("change in %s%s", metric_said(m), m && m->higher_is_better ? "" : " (%)");
}

/* "change in loss", of which the number says the unit. */
static char *gain_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return xformat("change in %s", metric_said(r->question->metric));
}

static char *reading_words(const struct request *r, const struct figure_kind *k)
{
    static const char *const words[READINGS] = {"at equal steps and data", "at equal parameters"};
    (void)k;
    return xstrdup(words[r->reading]);
}

/* The label of what all entries are compared with; NULL: they differ, or there is none. */
static const char *one_reference(const struct request *r, enum reading reading)
{
    const char *label = NULL;
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], reading);
        if (!e || e->reference < 0) continue;
        const char *own = r->analysis->entries[e->reference].label;
        if (label && strcmp(label, own)) return NULL;
        label = own;
    }
    return label;
}

/* Whether what all entries are compared with is the baseline, as in other readings. */
static bool against_baseline(const struct request *r)
{
    for (int i = 0; i < r->count; i++) {
        const struct effect *e = entry_effect(r->analysis, r->entries[i], r->reading);
        if (e && e->reference >= 0 && r->analysis->entries[e->reference].reference != e->reference)
            return false;
    }
    return true;
}

static char *against_words(const struct request *r, const struct figure_kind *k)
{
    const char *label = one_reference(r, r->reading);
    (void)k;
    if (r->reading == READ_PARAMETERS && !against_baseline(r))
        return label ? xformat("against the control of as many parameters, %s; 0 is that control "
                               "and not the baseline",
                               label)
                     : xstrdup("each against its own control of as many parameters; 0 is that "
                               "control and not the baseline");
    return label ? xformat("against %s", label) : xstrdup("each against its own baseline");
}

const char *request_baseline(const struct request *r)
{
    const char *label = one_reference(r, READ_STEPS);
    return label ? label : r->question->baselines;
}

static char *baseline_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return xstrdup(request_baseline(r));
}

static char *choice_words(const struct request *r, const struct figure_kind *k)
{
    return xstrdup(k->words ? k->words[r->choice] : "");
}

/* Of an axis of choices nothing: its places are named as they are. */
static char *axis_name(const struct request *r, int axis)
{
    const struct axes *axes = &r->analysis->run->axes;
    enum axis_type type = axis < 0 ? AXIS_CHOICE : axes->list[axis].type;
    return type == AXIS_INT || type == AXIS_REAL ? axis_words(axes, axis) : xstrdup("");
}

static char *x_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return axis_name(r, r->x);
}

static char *tuned_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return axis_name(r, r->question->tuned);
}

/* ", of each arm at the learning rate that was chosen for it", "" where nothing is tuned. */
static char *chosen_words(const struct request *r, const struct figure_kind *k)
{
    char *tuned = tuned_words(r, k);
    char *words =
        *tuned ? xformat(", of each arm at the %s that was chosen for it", tuned) : xstrdup("");
    free(tuned);
    return words;
}

static char *pass_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    bool several = strcmp(r->pass, pass_title("")) && strcmp(r->pass, pass_title(STEP_PASS));
    return xformat("%s%s", several ? "the " : "a ", r->pass);
}

static char *y_words(const struct request *r, const struct figure_kind *k)
{
    (void)k;
    return axis_name(r, r->y);
}

static char *share_words(const struct request *r, const struct figure_kind *k)
{
    bool share = *request_option(r, "share", "1") != '0';
    char *pass = pass_words(r, k),
         *words = xformat(share ? "share of the time of %s (%%)" : "time of %s", pass);
    free(pass);
    return words;
}

/* What a cell of a grid holds. */
static char *value_words(const struct request *r, const struct figure_kind *k)
{
    const char *value = request_option(r, "value", "ratio");
    char *pass = pass_words(r, k), *words;
    if (!strncmp(value, "ratio", 5))
        words = xformat("time of %s / that of %s", pass, request_baseline(r));
    else
        words = strncmp(value, "time_", 5) ? xstrdup(value) : xformat("time of %s", pass);
    free(pass);
    return words;
}

static const struct {
    const char *name;
    words_of_request *words;
} braces[] = {
    {"metric", metric_words},     {"change", change_words},   {"gain", gain_words},
    {"reading", reading_words},   {"against", against_words}, {"baseline", baseline_words},
    {"choice", choice_words},     {"axis", x_words},          {"y_axis", y_words},
    {"tuned", tuned_words},       {"pass", pass_words},       {"share", share_words},
    {"value", value_words},       {"chosen", chosen_words},   {"validation", validation_words},
    {"tuning_loss", tuning_words}};

/* ---- all of them ---- */

char *figure_words(const struct request *r, const struct figure_kind *k, const char *text)
{
    struct text out = {0};
    if (!text) return NULL;
    text_add(&out, "%s", "");
    while (*text) {
        size_t plain = strcspn(text, "{"), length = strcspn(text, "}");
        text_add_bytes(&out, text, plain);
        if (!text[plain]) break;
        for (size_t i = 0; i < sizeof braces / sizeof *braces; i++)
            if (strlen(braces[i].name) == length - plain - 1 &&
                !strncmp(braces[i].name, text + plain + 1, length - plain - 1)) {
                char *words = braces[i].words(r, k);
                text_add(&out, "%s", words);
                free(words);
            }
        text += length + 1;
    }
    return out.data;
}
