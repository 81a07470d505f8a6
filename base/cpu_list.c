/* SPDX-License-Identifier: MIT
 * Parses the user's list of CPUs, such as "0-1,core:0-3,package:1.core:0" (cpu_list.h).
 *
 * The list is the union of its terms, which are separated by commas. A term is a range of system
 * CPU numbers (3 or 3-7), or a path of steps separated by dots. A step such as core:0-3 selects
 * cores, packages, NUMA nodes or PUs, numbered from 0 inside the previous step. */
#include "base/cpu_list.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Parses a number or range such as "3" or "3-7" at *at and advances *at. Returns false and leaves
 * *at unchanged if the text has no number. */
static bool read_range(const char **at, unsigned long *first, unsigned long *last)
{
    char *end;
    if (**at < '0' || **at > '9') return false;
    *first = *last = strtoul(*at, &end, 10);
    if (*end == '-') {
        const char *from = end + 1;
        if (*from < '0' || *from > '9') return false;
        *last = strtoul(from, &end, 10);
    }
    /* upper bound: no machine has 2^20 CPUs */
    if (*first > *last || *last >= 1ul << 20) return false;
    *at = end;
    return true;
}

/* Reduces `set` to the CPUs of the objects first..last of a type, for example cores 2 to 5. Returns
 * false and sets *error if an object does not exist. */
static bool narrow(hwloc_topology_t machine, hwloc_obj_type_t type, unsigned long first,
                   unsigned long last, hwloc_bitmap_t set, char **error)
{
    hwloc_bitmap_t inside = hwloc_bitmap_dup(set);
    int count = hwloc_get_nbobjs_inside_cpuset_by_type(machine, inside, type);
    hwloc_bitmap_zero(set);
    for (unsigned long n = first; n <= last && (long)n < count; n++)
        hwloc_bitmap_or(
            set, set,
            hwloc_get_obj_inside_cpuset_by_type(machine, inside, type, (unsigned)n)->cpuset);
    if ((long)last >= count)
        *error = xformat("no %s %lu (there are %d, numbered from 0)", hwloc_obj_type_string(type),
                         last, count);
    hwloc_bitmap_free(inside);
    return !*error;
}

/* Parses a step such as "core:0-3" at *at and reduces `set` to these cores. Returns false and sets
 * *error on failure. */
static bool read_step(hwloc_topology_t machine, const char **at, hwloc_bitmap_t set, char **error)
{
    static const struct {
        const char *name;
        hwloc_obj_type_t type;
    } types[] = {{"package:", HWLOC_OBJ_PACKAGE},
                 {"numanode:", HWLOC_OBJ_NUMANODE},
                 {"core:", HWLOC_OBJ_CORE},
                 {"pu:", HWLOC_OBJ_PU}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        size_t length = strlen(types[i].name);
        const char *number = *at + length;
        unsigned long first, last;
        if (strncmp(*at, types[i].name, length) != 0 || !read_range(&number, &first, &last))
            continue;
        *at = number;
        return narrow(machine, types[i].type, first, last, set, error);
    }
    *error = xformat("invalid term \"%s\" (expected a CPU number, a range such as 0-3, or "
                     "package:N, numanode:N, core:N or pu:N)",
                     *at);
    return false;
}

static bool read_term(hwloc_topology_t machine, const char **at, hwloc_bitmap_t set, char **error)
{
    unsigned long first, last;
    if (read_range(at, &first, &last)) {
        hwloc_bitmap_set_range(set, (unsigned)first, (int)last);
        return true;
    }
    hwloc_bitmap_copy(set, hwloc_topology_get_complete_cpuset(machine));
    while (read_step(machine, at, set, error)) {
        if (**at != '.') return true;
        ++*at;
    }
    return false;
}

char *cpu_list_text(hwloc_const_bitmap_t set)
{
    char *text;
    if (hwloc_bitmap_list_asprintf(&text, set) < 0) die("hwloc_bitmap_list_asprintf failed");
    return text;
}

static void explain_not_allowed(hwloc_const_bitmap_t allowed, hwloc_const_bitmap_t asked,
                                char **error)
{
    hwloc_bitmap_t outside = hwloc_bitmap_alloc();
    hwloc_bitmap_andnot(outside, asked, allowed);
    if (!hwloc_bitmap_iszero(outside)) {
        char *found = cpu_list_text(outside), *may = cpu_list_text(allowed);
        *error = xformat("CPU %s is not allowed for this process (allowed: %s)", found, may);
        free(found);
        free(may);
    }
    hwloc_bitmap_free(outside);
}

bool cpu_list_read(hwloc_topology_t machine, hwloc_const_bitmap_t allowed, const char *list,
                   hwloc_bitmap_t set, char **error)
{
    hwloc_bitmap_t term = hwloc_bitmap_alloc();
    const char *at = list;
    char *why = NULL;
    for (;;) {
        hwloc_bitmap_zero(term);
        if (!read_term(machine, &at, term, &why)) break;
        hwloc_bitmap_or(set, set, term);
        if (*at != ',') break;
        at++;
    }
    if (!why && *at) why = xformat("unexpected \"%s\" (expected a comma or the end)", at);
    if (!why) explain_not_allowed(allowed, set, &why);
    if (why) *error = xformat("CPU list \"%s\": %s", list, why);
    free(why);
    hwloc_bitmap_free(term);
    return !*error;
}
