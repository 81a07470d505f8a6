/* SPDX-License-Identifier: MIT
 * attnlab-worker choices: choices by themselves, "slot=choice" a line on stdin; a JSON line for
 * each. */
#include "base/mem.h"
#include "base/row_status.h"
#include "harness/measure/choices/choice_check.h"
#include "harness/measure/denormals.h"
#include "harness/measure/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool find(const char *slot, const char *choice, enum slot_id *id, int *index)
{
    for (int s = 0; s < SLOTS; s++) {
        if (strcmp(N(slots)[s].name, slot)) continue;
        const struct choice *const *list = N(slots)[s].choices;
        for (int c = 0; list[c]; c++)
            if (!strcmp(list[c]->name, choice)) return *id = (enum slot_id)s, *index = c, true;
    }
    return false;
}

static json_t *check_line(const char *name, enum slot_id slot, int index)
{
    struct choice_result r = choice_check(slot, index);
    json_t *line = json_pack("{s:s, s:s, s:s, s:s, s:b, s:b, s:i}", "choice", name, "kind",
                             trial_kind(slot)->name, "status",
                             status_names[r.reason ? STATUS_INCORRECT : STATUS_OK], "reason",
                             r.reason ? r.reason : "", "fast_forward", r.fast_forward,
                             "fast_backward", r.fast_backward, "by_hand", r.by_hand);
    free(r.reason);
    return line;
}

/* False after a message to stderr. */
static bool answer(char *line, int fd)
{
    enum slot_id slot;
    int index;
    char *value = strchr(line, '=');
    if (value) *value = '\0';
    bool known = value && find(line, value + 1, &slot, &index);
    if (value) *value = '=';
    if (known) return worker_put(fd, check_line(line, slot, index));
    fprintf(stderr, "attnlab-worker: found '%s', expected slot=choice as 'describe' has them\n",
            line);
    return false;
}

/* Denormals are flushed, as on the threads that compute. */
int worker_choices(int argc, char **argv)
{
    struct worker_options options;
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool good = true;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    denormals_flush();
    while (good && (length = getline(&line, &capacity, stdin)) >= 0) {
        if (length && line[length - 1] == '\n') line[--length] = '\0';
        if (length) good = answer(line, options.record_fd);
    }
    free(line);
    return good ? 0 : WORKER_USAGE;
}
