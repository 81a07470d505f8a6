/* SPDX-License-Identifier: MIT
 * The machine section of the report: which counters there were, and every fact of the manifest. */
#include "harness/render/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- counters ---- */

/* Groups that need no counting hardware: the kernel and the worker itself keep these. */
static const char *const software[] = {"software", "sde", NULL};

static bool listed(const json_t *groups, const char *name)
{
    size_t i;
    json_t *group;
    json_array_foreach(groups, i, group) if (!strcmp(json_string_value(group), name)) return true;
    return false;
}

static const json_t *counters_of(const struct report *r, const char *list)
{
    return json_object_get(json_object_get(r->manifest, "counters"), list);
}

const char *counters_remark(const struct report *r)
{
    const json_t *measured = counters_of(r, "measured");
    size_t hardware = json_array_size(measured);
    for (int i = 0; software[i]; i++) hardware -= listed(measured, software[i]);
    if (!json_object_size(counters_of(r, "absent"))) return "";
    return hardware ? "Some counters were not available (see Machine)."
                    : "Hardware counters were not available (see Machine).";
}

/* The part of a reason that is about the machine: after the event that was tried and its fault,
 * which a semicolon ends. */
static const char *cause(const json_t *reason)
{
    const char *text = json_is_string(reason) ? json_string_value(reason) : "";
    const char *end = strrchr(text, ';');
    return end ? end + 1 + strspn(end + 1, " ") : text;
}

static void say_absent(struct document *d, const struct report *r, const char *why)
{
    const json_t *measured = counters_of(r, "measured");
    struct text groups = {0};
    const char *name;
    json_t *reason;
    json_object_foreach((json_t *)counters_of(r, "absent"), name, reason)
    {
        if (strcmp(cause(reason), why)) continue;
        text_add(&groups, "%s%s%s", groups.length ? ", " : "", name,
                 listed(measured, name) ? " (in some processes)" : "");
    }
    doc_item(d, "Not counted: groups %s: %s.", groups.data, *why ? why : "no reason given");
    text_free(&groups);
}

/* One sentence for each cause, with all groups that it kept away. */
static void counters(struct document *d, const struct report *r)
{
    const json_t *absent = counters_of(r, "absent"), *group;
    json_t *reason, *earlier;
    const char *name, *other;
    struct text names = {0};
    size_t i;
    json_array_foreach(counters_of(r, "measured"), i, group)
        text_add(&names, "%s%s", i ? ", " : "", json_string_value(group));
    if (names.length) doc_item(d, "Counted, in counters.csv: groups %s.", names.data);
    text_free(&names);
    json_object_foreach((json_t *)absent, name, reason)
    {
        bool said = false;
        json_object_foreach((json_t *)absent, other, earlier)
        {
            if (earlier == reason) break;
            said |= !strcmp(cause(earlier), cause(reason));
        }
        if (!said) say_absent(d, r, cause(reason));
    }
    if (json_object_size(absent))
        doc_paragraph(d, "Which event of a group failed, and how, stands in manifest.json.");
}

/* ---- facts ---- */

static void sheet(struct document *d, const char *path, const json_t *value)
{
    const char *name;
    json_t *inner;
    size_t i;
    json_object_foreach((json_t *)value, name, inner)
    {
        if (inner == json_object_get(value, "absent")) continue; /* said above */
        char *longer = xformat("%s%s%s", path, *path ? "." : "", name);
        sheet(d, longer, inner);
        free(longer);
    }
    json_array_foreach(value, i, inner)
    {
        char *longer = xformat("%s[%zu]", path, i);
        sheet(d, longer, inner);
        free(longer);
    }
    if (json_is_object(value) || json_is_array(value)) return;
    char *text = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9));
    doc_cell(d, "%s", path);
    doc_cell(d, "%s", json_is_string(value) ? json_string_value(value) : text ? text : "");
    free(text);
}

void report_machine(struct document *d, const struct report *r)
{
    static const char *const heads[] = {"fact", "value", NULL};
    doc_heading(d, 2, "Machine");
    if (!r->manifest) doc_paragraph(d, "This run has no readable manifest.json.");
    if (!r->manifest) return;
    counters(d, r);
    doc_table(d, "lt", heads);
    sheet(d, "", r->manifest);
}
