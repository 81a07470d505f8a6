/* SPDX-License-Identifier: MIT
 * Simulates a worker that trains models (interface: harness/README.md). Each training cell gets a
 * loss from a known distribution (law.h) without training, so that the driver's verdicts can be
 * compared with the truth. */
#include "tests/simulated/law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RECORD = 3,
    LONGEST = 4096
}; /* RECORD: file descriptor for records; LONGEST: maximum size of a cell in bytes */

static const char description[] =
#include "tests/simulated/describe.json.inc"
    ;

/* ---- lines about cells, before anything is run ---- */

static int answer_each(const char *format)
{
    char cell[LONGEST];
    while (fgets(cell, sizeof cell, stdin)) {
        cell[strcspn(cell, "\n")] = '\0';
        printf("{\"cell\":\"%s\",%s}\n", cell, format);
    }
    return 0;
}

/* ---- records ---- */

static void write_record(const char *text)
{
    FILE *out = fdopen(RECORD, "w");
    require(out);
    fputs(text, out);
    require(fclose(out) == 0);
}

static char *trained(const struct training *t)
{
    if (law_diverges(t))
        return xstrdup("{\"status\":\"diverged\",\"reason\":\"the loss is NaN\",\"quality\":{"
                       "\"steps\":60,\"tokens\":61440,\"metric\":\"loss\"}}\n");
    return xformat(
        "{\"status\":\"ok\",\"reason\":\"\",\"quality\":{\"steps\":600,\"tokens\":614400,"
        "\"metric\":\"loss\",\"valid\":{\"loss\":%.17g},\"held_out\":{\"loss\":%.17g}},"
        "\"work\":{\"parameters\":158000}}\n",
        law_loss(t, PART_VALID), law_loss(t, PART_HELD_OUT));
}

static char *counted(const struct cell_fields *cell)
{
    double loss = law_counted(cell);
    bool floor = !strcmp(cell_get(cell, "simple_baseline"), "unigram");
    return xformat(
        "{\"status\":\"ok\",\"reason\":\"\",\"quality\":{\"tokens\":614400,\"metric\":"
        "\"loss\",\"valid\":{\"loss\":%.17g},\"held_out\":{\"loss\":%.17g},\"floor\":%s}}\n",
        loss, loss, floor ? "true" : "false");
}

static int run(const char *string)
{
    struct cell_fields cell;
    char *error = NULL;
    if (!cell_parse(string, &cell, &error)) {
        fprintf(stderr, "%s: %s\n", string, error);
        return 2;
    }
    struct training t = {0};
    bool counts = !strcmp(cell_get(&cell, "kind"), "simple_baseline");
    if (!counts) t = training_of(&cell);
    char *record = counts ? counted(&cell) : trained(&t);
    write_record(record);
    free(record);
    cell_free(&cell);
    return 0;
}

int main(int argc, char **argv)
{
    const char *verb = argc > 1 ? argv[1] : "";
    if (!strcmp(verb, "describe")) return fputs(description, stdout) < 0;
    if (!strcmp(verb, "predict"))
        return answer_each("\"refuse\":null,\"flop\":1e6,\"bytes\":1e6,\"memory_bytes\":1e6");
    if (!strcmp(verb, "open")) return answer_each("\"fault\":null");
    if (!strcmp(verb, "identify")) return answer_each("\"identity\":{}");
    if (!strcmp(verb, "run")) return run(argv[argc - 1]);
    if (!strcmp(verb, "peaks"))
        return write_record("{\"threads\":1,\"sgemm_gflops\":10.0,\"triad_gb_s\":5.0}\n"), 0;
    fprintf(stderr,
            "unknown command '%s' (expected describe, predict, open, identify, run or peaks)\n",
            verb);
    return 2;
}
