/* SPDX-License-Identifier: MIT
 * The machine section of the report: which counters there were, and every fact of the manifest. */
#include "harness/render/report.h"
#include "harness/run/machine.h"

#include <stdlib.h>
#include <string.h>

static json_t *counters_of(const struct report *r, const char *list)
{
    return json_object_get(json_object_get(r->run.manifest, "counters"), list);
}

static bool was_counted(const struct report *r, const char *name)
{
    size_t i;
    json_t *group;
    json_array_foreach(counters_of(r, "measured"), i,
                       group) if (json_is_string(group) &&
                                  !strcmp(json_string_value(group), name)) return true;
    return false;
}

const char *counters_remark(const struct report *r)
{
    /* Groups that need no counting hardware: the kernel and the worker itself keep them. */
    size_t software = was_counted(r, "software") + was_counted(r, "sde");
    if (!json_object_size(counters_of(r, "absent"))) return "";
    return json_array_size(counters_of(r, "measured")) > software
               ? "Some counters were not available (see Machine)."
               : "Hardware counters were not available (see Machine).";
}

/* What the sessions say of other work: the highest load before one, and whether one did not look.
 */
const char *quiet_remark(const struct page *p)
{
    size_t i;
    const json_t *session;
    double load = 0;
    bool off = false;
    json_array_foreach(json_object_get(p->r->run.manifest, "sessions"), i, session)
    {
        double before = json_number_value(json_object_get(session, "load_average"));
        if (before > load) load = before;
        off |= json_is_false(json_object_get(session, "disturbances_looked_for"));
    }
    const char *busy =
        load > MACHINE_LOAD_MOST
            ? words(p, "The machine was not quiet: load average %.2f when a session began.", load)
            : "";
    if (!off) return busy;
    return words(p,
                 "The check for other work was off (%s): rows that it slowed stand among the "
                 "others.%s%s",
                 doc_command(p->d, "ATTNLAB_DISTURBED=no"), *busy ? " " : "", busy);
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
static void say_absent(const struct page *p, const json_t *first)
{
    const char *why = cause(first), *name;
    struct text groups = {0};
    json_t *reason;
    json_object_foreach(counters_of(p->r, "absent"), name, reason)
    {
        if (strcmp(cause(reason), why)) continue;
        if (!groups.length && reason != first) return; /* said before */
        bool some = was_counted(p->r, name);
        list_add(&groups, ", ", some ? words(p, "%s (in some processes)", name) : name);
    }
    note(p, "Not counted: groups %s: %s.", groups.data, *why ? why : "no reason given");
    text_free(&groups);
}

static void say_counters(const struct page *p)
{
    json_t *absent = counters_of(p->r, "absent"), *item;
    const char *name;
    struct text names = {0};
    size_t i;
    json_array_foreach(counters_of(p->r, "measured"), i, item) if (json_is_string(item))
        list_add(&names, ", ", json_string_value(item));
    if (names.length) note(p, "Counted, in counters.csv: groups %s.", names.data);
    text_free(&names);
    json_object_foreach(absent, name, item) say_absent(p, item);
    if (json_object_size(absent))
        say(p, "Which event of a group failed, and how, stands in manifest.json.");
}

static void add_facts(struct document *d, const char *path, json_t *value)
{
    const char *name, *text = json_string_value(value);
    json_t *inner;
    size_t i;
    json_object_foreach(value, name, inner)
    {
        if (inner != json_object_get(value, "absent")) /* said above */
            add_facts(d, *path ? doc_text(d, "%s.%s", path, name) : name, inner);
    }
    json_array_foreach(value, i, inner) add_facts(d, doc_text(d, "%s[%zu]", path, i), inner);
    if (json_is_object(value) || json_is_array(value)) return;
    if (!text) text = doc_keep(d, json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(9)));
    doc_row(d, path, text);
}

void report_machine(const struct page *p)
{
    heading(p, 2, "Machine");
    if (!p->r->run.manifest) {
        say(p, "This run has no readable manifest.json.");
        return;
    }
    say_counters(p);
    table(p, "lt", "fact", "value");
    add_facts(p->d, "", p->r->run.manifest);
}
