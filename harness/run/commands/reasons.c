/* SPDX-License-Identifier: MIT
 * Distinct reasons, counted (reasons.h). */
#include "harness/run/commands/reasons.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void reasons_add(struct reasons *r, const char *status, const char *text)
{
    int i = 0;
    while (i < r->count && (strcmp(r->list[i].status, status) || strcmp(r->list[i].text, text)))
        i++;
    if (i == r->count) {
        r->list = xgrow(r->list, (size_t)r->count + 1, sizeof *r->list);
        r->list[r->count++] = (struct reason){xstrdup(status), xstrdup(text), 0};
    }
    r->list[i].rows++;
    r->rows++;
}

void reasons_print(FILE *out, const struct reasons *r)
{
    enum { SHOWN = 30 }; /* reasons that hold figures can all differ */
    int others = 0;
    for (int i = 0; i < r->count; i++) {
        const struct reason *one = &r->list[i];
        if (i >= SHOWN) {
            others += one->rows;
            continue;
        }
        fprintf(out, "  %d %s%s%s: %s\n", one->rows, one->rows == 1 ? "row" : "rows",
                *one->status ? " " : "", one->status, one->text);
    }
    if (others)
        fprintf(out, "  %d row%s: %d more reason%s\n", others, others == 1 ? "" : "s",
                r->count - SHOWN, r->count - SHOWN == 1 ? "" : "s");
}

void reasons_free(struct reasons *r)
{
    for (int i = 0; i < r->count; i++) {
        free(r->list[i].status);
        free(r->list[i].text);
    }
    free(r->list);
    *r = (struct reasons){0};
}
