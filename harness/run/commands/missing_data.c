/* SPDX-License-Identifier: MIT
 * Opening the data of a plan beforehand (missing_data.h). The driver knows no data set and no axis:
 * it hands all cells to the worker, which opens what each would read. */
#include "harness/run/commands/missing_data.h"
#include "base/mem.h"
#include "harness/run/commands/reasons.h"
#include "harness/run/predict.h"

#include <stdlib.h>

const char missing_data_advice[] =
    "Fetch it, or name the folder of data sets with --data DIR; --skip-missing-data leaves these "
    "rows out.\n";

char **data_faults_of(const struct plan *plan, const char *worker, char **error)
{
    const char **cells = xarray((size_t)plan->cell_count, sizeof *cells);
    for (int i = 0; i < plan->cell_count; i++) cells[i] = plan->cells[i].complete;
    char **faults = data_faults(worker, cells, plan->cell_count, error);
    free(cells);
    return faults;
}

void data_faults_free(char **faults, const struct plan *plan)
{
    for (int i = 0; faults && i < plan->cell_count; i++) free(faults[i]);
    free(faults);
}

int missing_data_print(const char *command, const struct plan *plan, char *const *faults,
                       const bool *needs_none)
{
    struct reasons reasons = {0};
    for (int i = 0; i < plan->row_count; i++) {
        const char *fault = faults[plan->rows[i].cell_index];
        if (fault && !needs_none[i]) reasons_add(&reasons, "", fault);
    }
    int rows = reasons.rows;
    if (rows) {
        fprintf(stderr, "attnlab %s: %d of %d rows need data that cannot be opened:\n", command,
                rows, plan->row_count);
        reasons_print(stderr, &reasons);
    }
    reasons_free(&reasons);
    return rows;
}
