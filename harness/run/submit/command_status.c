/* SPDX-License-Identifier: MIT
 * attnlab status DIR: how far a run is, or all shards of one that was submitted; nothing is
 * changed. */
#include "harness/commands.h"
#include "harness/run/commands/options.h"
#include "harness/run/journal/journal.h"
#include "harness/run/manifest.h"
#include "harness/run/planned_rows.h"
#include "harness/run/result_dir.h"
#include "harness/run/submit/batch_system.h"
#include "harness/run/submit/shards.h"

#include <stdlib.h>
#include <string.h>

enum { EXIT_OPEN = 1, EXIT_USAGE = 2 };

/* Of one run or shard, by its journal. */
struct state {
    int planned, done, failed; /* rows; failed ones are done */
    int of_all;                /* planned rows of all shards together */
    double seconds;            /* that they took, those of other runs left out */
    int timed;                 /* rows that these are of */
    bool at_work;
};

static int complain(char *error)
{
    fprintf(stderr, "attnlab status: %s\n", error);
    free(error);
    return EXIT_USAGE;
}

static bool read_state(const char *directory, struct state *s, char **error)
{
    struct journal journal = {.fd = -1};
    json_t *manifest = manifest_read(directory, error);
    bool good = manifest && journal_read(&journal, directory, error);
    *s = (struct state){.at_work = journal_in_use(directory)};
    const json_t *plan = json_object_get(manifest, "plan");
    s->planned = (int)json_integer_value(json_object_get(plan, "rows"));
    s->of_all = (int)json_integer_value(json_object_get(plan, "all_rows"));
    if (good) planned_rows_keep(&journal, directory);
    s->done = journal.count;
    for (int i = 0; i < journal.count; i++) {
        const struct journal_row *row = &journal.rows[i];
        bool ran = row->recorded && !row->taken;
        s->failed += status_fails(row->status, row->measured);
        s->seconds += ran ? row->elapsed_s : 0;
        s->timed += ran;
    }
    if (journal.path) journal_close(&journal);
    json_decref(manifest);
    return good;
}

static void add(struct state *to, const struct state *s)
{
    to->done += s->done;
    to->failed += s->failed;
    to->seconds += s->seconds;
    to->timed += s->timed;
}

static void print_line(const char *name, const struct state *s, const char *what)
{
    printf("%-28s %7d %7d %7d %7d  %s\n", name, s->planned, s->done, s->failed,
           s->planned - s->done, what);
}

/* What the batch system says of the tasks of a folder: "3 RUNNING, 2 PENDING"; "": nothing. To be
 * freed. */
static char *tasks_of(const char *folder)
{
    char *path = xformat("%s/" JOB_NAME, folder), *job = read_file(path, NULL), *answer = NULL;
    char *number = job ? strchr(job, ' ') : NULL;
    if (number) {
        *number++ = '\0';
        number[strcspn(number, ";\n")] = '\0';
        const struct engine *engine = engine_named(job);
        char *command = engine ? engine->state(number) : NULL;
        answer = command ? engine_answer(command) : NULL;
        free(command);
    }
    struct text said = {0};
    text_add(&said, "%s", "");
    for (char *rest = answer, *word; rest && (word = strsep(&rest, "\n"));) {
        int count = *word != '\0';
        if (!count || strstr(said.data, word)) continue;
        for (const char *c = rest; c && (c = strstr(c, word)); c++) count++;
        text_add(&said, "%s%d %s", said.length ? ", " : "", count, word);
    }
    free(answer);
    free(job);
    free(path);
    return said.data;
}

/* Rows that are left take as long as those that are done; a race may do without some. */
static void print_rest(const struct state *all, int at_work)
{
    int left = all->planned - all->done;
    if (!left) return;
    if (!at_work)
        printf("\n%d %s left, and nothing is at work on %s\n", left,
               left == 1 ? "row is" : "rows are", left == 1 ? "it" : "them");
    if (!all->timed || !at_work) return;
    double seconds = left * all->seconds / all->timed / at_work;
    printf("\nat most %.1f hours are left, if %d go on and rows take what they took so far\n",
           seconds / 3600, at_work);
}

/* Of a job that was submitted. */
static int print_none_begun(const char *folder)
{
    char *tasks = tasks_of(folder);
    printf("no task has begun yet%s%s\n", *tasks ? "; tasks: " : "", tasks);
    free(tasks);
    return EXIT_OPEN;
}

static int print_shards(const struct shards *shards, const char *folder)
{
    struct state all = {0};
    char *error = NULL;
    int at_work = 0;
    bool alone = !strcmp(shards->list[0], folder);
    for (int i = 0; i < shards->count && !error; i++) {
        struct state s;
        if (!read_state(shards->list[i], &s, &error)) continue;
        if (!i) printf("%-28s %7s %7s %7s %7s\n", "", "planned", "done", "failed", "left");
        const char *name = strrchr(shards->list[i], '/');
        print_line(name ? name + 1 : shards->list[i], &s,
                   s.at_work             ? "at work"
                   : s.done == s.planned ? "finished"
                                         : "stopped");
        at_work += s.at_work;
        add(&all, &s);
        /* Tasks that have not begun have no shard; one shard is asked for its own rows. */
        all.planned = alone ? s.planned : s.of_all;
    }
    if (!error) {
        char *tasks = tasks_of(folder);
        if (all.planned && !alone) print_line("all tasks", &all, "");
        if (*tasks) printf("\ntasks: %s\n", tasks);
        print_rest(&all, at_work);
        free(tasks);
    }
    if (error) return complain(error);
    return all.done < all.planned ? EXIT_OPEN : 0;
}

static int print_status(const char *folder)
{
    struct shards shards = {0};
    shards_add(&shards, folder);
    bool none = result_dir_has(folder, JOB_NAME) && !strcmp(shards.list[0], folder);
    int code = none ? print_none_begun(folder) : print_shards(&shards, folder);
    shards_free(&shards);
    return code;
}

int command_status(int argc, char **argv)
{
    bool asked = false;
    const char *folder = NULL;
    const struct option_entry options[] = {{"help", 'h', OPTION_FLAG, &asked, NULL, "this text"},
                                           {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return EXIT_USAGE;
        if (!taken && (argv[i][0] == '-' || folder)) return options_unknown("status", argv[i]);
        if (!taken) folder = argv[i];
    }
    if (asked) {
        printf("usage: attnlab status DIR\n"
               "How far a run is, or each shard of one that `attnlab submit` began.\n");
        options_help(options);
        printf("Exit: 0 every row of the plan is done, or of a shard its own, 1 some are left, 2 "
               "usage.\n");
        return 0;
    }
    if (!folder) return complain(xstrdup("expected the folder of a run or of its shards"));
    return print_status(folder);
}
