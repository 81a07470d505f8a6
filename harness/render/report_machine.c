/* SPDX-License-Identifier: MIT
 * The machine section of the report: which counters there were, and every fact of the manifest. */
#include "harness/render/report.h"

#include <stdlib.h>
#include <string.h>

/* ---- counters ---- */

static const json_t *counters_of(const struct report *r, const char *list)
{
    return json_object_get(json_object_get(r->run.manifest, "counters"), list);
}

static bool listed(const json_t *groups, const char *name)
{
    size_t i;
    json_t *group;
    json_array_foreach(groups, i, group) if (!strcmp(json_string_value(group), name)) return true;
    return false;
}

const char *counters_remark(const struct report *r)
{
    const json_t *measured = counters_of(r, "measured");
    /* Groups that need no counting hardware: the kernel and the worker itself keep these. */
    size_t software = listed(measured, "software") + listed(measured, "sde");
    if (!json_object_size(counters_of(r, "absent"))) return "";
    return json_array_size(measured) > software
               ? "Some counters were not available (see Machine)."
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

/* One sentence for each cause, with all groups that it kept away; first: its first group. */
static void say_absent(struct document *d, const struct report *r, const json_t *first)
{
    const json_t *measured = counters_of(r, "measured");
    const char *why = cause(first), *name;
    struct text groups = {0};
    json_t *reason;
    json_object_foreach((json_t *)counters_of(r, "absent"), name, reason)
    {
        if (strcmp(cause(reason), why)) continue;
        if (!groups.length && reason != first) return; /* said before */
        text_add(&groups, "%s%s%s", groups.length ? ", " : "", name,
                 listed(measured, name) ? " (in some processes)" : "");
    }
    doc_item(d, "Not counted: groups %s: %s.", groups.data, *why ? why : "no reason given");
    text_free(&groups);
}

static void say_counters(struct document *d, const struct report *r)
{
    const json_t *absent = counters_of(r, "absent"), *group;
    const char *name;
    struct text names = {0};
    json_t *reason;
    size_t i;
    json_array_foreach(counters_of(r, "measured"), i, group)
        text_add(&names, "%s%s", i ? ", " : "", json_string_value(group));
    if (names.length) doc_item(d, "Counted, in counters.csv: groups %s.", names.data);
    text_free(&names);
    json_object_foreach((json_t *)absent, name, reason) say_absent(d, r, reason);
    if (json_object_size(absent))
        doc_paragraph(d, "Which event of a group failed, and how, stands in manifest.json.");
}

/* ---- facts ---- */

static void add_facts(struct document *d, const char *path, const json_t *value)
{
    const char *name;
    json_t *inner;
    size_t i;
    json_object_foreach((json_t *)value, name, inner)
    {
        if (inner != json_object_get(value, "absent")) /* said above */
            add_facts(d, *path ? doc_text(d, "%s.%s", path, name) : name, inner);
    }
    json_array_foreach(value, i, inner) add_facts(d, doc_text(d, "%s[%zu]", path, i), inner);
    if (json_is_object(value) || json_is_array(value)) return;
    const char *text = json_string_value(value);
    doc_row(d, path,
            text ? text : doc_keep(d, json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9))));
}

void report_machine(struct document *d, const struct report *r)
{
    doc_heading(d, 2, "Machine");
    if (!r->run.manifest) {
        doc_paragraph(d, "This run has no readable manifest.json.");
        return;
    }
    say_counters(d, r);
    doc_table(d, "lt", "fact", "value");
    add_facts(d, "", r->run.manifest);
}
