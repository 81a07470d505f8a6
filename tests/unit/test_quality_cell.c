/* SPDX-License-Identifier: MIT
 * Tests how a quality cell is turned into a model, and how its cost is predicted without data.
 * Every cell that can be trained must be accepted. */
#include "tests/unit/test.h"
#include "complete_cell.h"
#include "harness/measure/quality.h"
#include "net_case.h"

#include "base/mem.h"
#include "models/tasks/tasks.h"

#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <unistd.h>

static const char *set_of(enum data_kind kind)
{
    const struct data_set *const *set = data_sets;
    while ((*set)->kind != kind) set++;
    return (*set)->name;
}

TEST("the cost of every task can be predicted")
{
    for (int i = 0; task_kinds[i]; i++) {
        char *string = xformat("kind=quality,task=%s,data=%s,steps=7,n=16,batch=2", task_names[i],
                               set_of(task_kinds[i]->data));
        struct worker_cell cell = completed_cell(string);
        struct quality_prediction p = quality_predict(&cell);
        const struct model_config *c = &cell.model;
        char *error = NULL;
        if (p.refuse) fail_msg("%s: %s", string, p.refuse);
        assert_true(p.flop > 0 && p.memory_bytes > 0);
        assert_true(quality_settle(&cell, &error));
        assert_string_equal(task_kinds[i]->name, task_names[i]);
        assert_true(c->architecture == task_kinds[i]->architecture &&
                    c->head == task_kinds[i]->head);
        assert_int_equal(c->tied, c->head == HEAD_TOKENS);
        worker_cell_free(&cell);
        free(string);
    }
}

/* The prediction and a training run give the same message. */
TEST("a task that does not fit its data is refused before data are read")
{
    struct worker_cell cell = completed_cell("kind=quality,task=classes,data=text:builtin");
    struct dataset data;
    enum row_status status = STATUS_OK;
    char *said = NULL, *refuse = quality_predict(&cell).refuse;
    assert_non_null(refuse);
    assert_null(cell_task_open(&cell, &data, &status, &said));
    assert_int_equal(status, STATUS_UNSUPPORTED);
    assert_string_equal(refuse, said);
    assert_non_null(strstr(said, "task classes cannot read data set text:builtin of kind language "
                                 "(expected kind classes); use task "));
    assert_non_null(strstr(said, "next_token"));
    assert_non_null(strstr(said, "masked_token"));
    free(said);
    free(refuse);
    worker_cell_free(&cell);
}

/* Returns the bit mask for variant_layers, or -1 if the list is refused. */
static long long layers(const char *text, int count)
{
    char *string = xformat("kind=quality,layers=%d,variant_layers=%s", count, text), *error = NULL;
    struct worker_cell cell = completed_cell(string);
    bool good = quality_settle(&cell, &error);
    long long bits = good ? (long long)cell.model.variant_layers : -1;
    if (!good) assert_non_null(strstr(error, text));
    free(error);
    error = quality_predict(&cell).refuse;
    if (!good) assert_non_null(strstr(error, text));
    free(error);
    worker_cell_free(&cell);
    free(string);
    return bits;
}

/* The note appears only in rows that request the missing test split. */
TEST("a missing test split is noted")
{
    static const char *const cells[] = {"task=next_token,data=text:builtin,test=yes",
                                        "task=next_token,data=text:builtin",
                                        "task=positions,data=recall,n=64,test=yes"};
    for (int i = 0; i < 3; i++) {
        char *string = xformat("kind=quality,%s", cells[i]), *error = NULL;
        struct worker_cell cell = completed_cell(string);
        struct dataset data;
        enum row_status status;
        assert_true(quality_settle(&cell, &error));
        struct task *task = cell_task_open(&cell, &data, &status, &error);
        if (!task) fail_msg("%s", error);
        assert_int_equal(strstr(data.notes, "has no test split") != NULL, i == 0);
        task->kind->close(task);
        dataset_close(&data);
        worker_cell_free(&cell);
        free(string);
    }
}

TEST("lists of layers are parsed or refused")
{
    assert_int_equal(layers("all", 4), 15);
    assert_int_equal(layers("none", 4), 0);
    assert_int_equal(layers("first", 4), 1);
    assert_int_equal(layers("last", 4), 8);
    assert_int_equal(layers("0+2", 4), 5);
    assert_int_equal(layers("3", 4), 8);
    static const char *const bad[] = {"4", "9", "0+", "+", "-1", "1.5", "every", "0 2", "0-2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_int_equal(layers(bad[i], 4), -1);
}

static void flop_of_training(const char *cell_string, double *counted, double *foretold)
{
    struct worker_options options = {.record_fd = open("/dev/null", O_WRONLY), .cell = cell_string};
    struct worker_cell cell = completed_cell(cell_string);
    json_t *record = json_object();
    *foretold = quality_predict(&cell).flop;
    quality_run(&options, &cell, record);
    if (strcmp(json_string_value(json_object_get(record, "status")), "ok"))
        fail_msg("%s", json_string_value(json_object_get(record, "reason")));
    *counted = json_number_value(json_object_get(json_object_get(record, "work"), "flop"));
    json_decref(record);
    worker_cell_free(&cell);
    close(options.record_fd);
}

/* Texts are shorter than n and m. The prediction uses their average length and may be wrong by a
 * factor of 1.5. */
TEST("the prediction uses the lengths of the texts")
{
    static const char *const sizes[] = {"n=64,m=64", "n=5,m=5"};
    for (int i = 0; i < 2; i++) {
        char *string = xformat("kind=quality,task=translate,data=numbers,tokenizer=words,"
                               "vocabulary=150,%s,layers=1,d_model=32,batch=16,steps=50",
                               sizes[i]);
        double counted, foretold;
        flop_of_training(string, &counted, &foretold);
        if (!(foretold > counted / 1.5 && foretold < 1.5 * counted))
            fail_msg("predicted %g FLOPs, counted %g", foretold, counted);
        free(string);
    }
}

/* The output head runs only at target positions. Recall tasks have a fixed number of targets, so
 * their prediction must be exact. Masked words are random, so an error of 5 % is allowed. */
TEST("the prediction agrees with the counted FLOPs at target positions")
{
    double counted, foretold;
    flop_of_training("kind=quality,task=positions,data=mqar:train=200%2Cvalid=50%2Cvocabulary=2000,"
                     "n=64,layers=1,d_model=32,heads=2,batch=16,steps=5",
                     &counted, &foretold);
    if (counted != foretold) fail_msg("counted %.17g FLOPs, predicted %.17g", counted, foretold);
    flop_of_training("kind=quality,task=masked_token,data=text:builtin,tokenizer=words,"
                     "vocabulary=300,n=64,layers=1,d_model=32,heads=2,batch=10,steps=50",
                     &counted, &foretold);
    if (!(fabs(counted / foretold - 1) < 0.05))
        fail_msg("counted %g FLOPs, predicted %g", counted, foretold);
}

/* Returns the number of target positions in the validation split. */
static double scored_targets(struct worker_cell *cell)
{
    const struct task_kind *kind = task_kinds[cell->task_kind];
    const struct model_build *build = model_build_for(cell->kernels);
    struct dataset data;
    char *error = NULL;
    assert_true(dataset_open(cell->data, &(struct data_options){.seed = 1}, &data, &error));
    assert_true(quality_settle(cell, &error));
    struct model_config c = cell->model;
    struct task *task = kind->open(&data, &cell->task, &error);
    assert_non_null(task);
    kind->shape(task, &c);
    struct model *model = build->open(&c, 7, true);
    struct task_score s = {0};
    kind->score(task, SPLIT_VALID, build, model, false, 0, &s);
    build->close(model);
    kind->close(task);
    dataset_close(&data);
    return s.targets;
}

static struct quality_prediction predicted(const char *more)
{
    char *string =
        xformat("kind=quality,n=16,d_model=8,heads=1,layers=1,batch=4,steps=40,%s", more);
    struct quality_prediction p = prediction_of(string);
    free(string);
    return p;
}

/* Returns the FLOPs of the forward pass for one sequence. The run has 40 steps of four sequences; a
 * step costs as much as three forward passes. */
static double forward_of(struct quality_prediction p) { return p.flop / 40 / 4 / 3; }

static bool near(double is, double should) { return is > 0.97 * should && is < 1.03 * should; }

/* All windows are scored at ten curve points and at the end, because the cell sets no limit.
 * evaluate_limit applies only to the curve points. */
TEST("the cost of scoring is predicted")
{
    struct worker_cell cell =
        completed_cell("kind=quality,n=16,d_model=8,heads=1,layers=1,batch=4,steps=40");
    double windows = scored_targets(&cell) / 16;
    worker_cell_free(&cell);
    struct quality_prediction p = predicted("evaluate_every=4");
    assert_true(windows > 100 && near(p.evaluate_flop, 11 * windows * forward_of(p)));
    p = predicted("evaluate_every=20,evaluate_limit=3");
    assert_true(near(p.evaluate_flop, (2 * 3 + windows) * forward_of(p)));
    assert_true(p.decode_flop == 0 && p.read_work > 16 * windows);
}

TEST("the cost of loading data is predicted")
{
    double bytes = predicted("tokenizer=bytes").read_work;
    for (int k = 0; tokenizer_kinds[k]; k++) {
        char *cell = xformat("tokenizer=%s", tokenizer_kinds[k]);
        double longer = tokenizer_traits(tokenizer_kinds[k])->reading;
        assert_true(bytes > 0 && near(predicted(cell).read_work, longer * bytes));
        free(cell);
    }
}

TEST("the cost of decoding and of masked tokens is predicted")
{
    static const char pairs[] = "task=translate,data=numbers,tokenizer=words,vocabulary=150,m=16";
    char *decoding = xformat("%s,generate=yes", pairs), *beam = xformat("%s,beam=4", decoding);
    double one = predicted(decoding).decode_flop;
    assert_true(predicted(pairs).decode_flop == 0 && one > 0);
    assert_true(near(predicted(beam).decode_flop, 4 * one));
    free(beam);
    free(decoding);
    /* With 30,000 words, the output head does nearly all the work, but only at a tenth of the
     * positions. */
    double all = predicted("tokenizer=words,vocabulary=30000").flop;
    double masked =
        predicted("task=masked_token,mask_rate=0.1,tokenizer=words,vocabulary=30000").flop;
    assert_true(masked > 0.09 * all && masked < 0.15 * all);
}

/* The prediction includes all patches, but only the trainable parameters. */
TEST("the size of a vision model is predicted")
{
    struct worker_cell cell = completed_cell(
        "kind=quality,task=images,data=shapes,d_model=24,heads=2,layers=1,bias=no,initial=matched,"
        "steps=3,batch=4");
    const struct model_build *build = model_build_for(cell.kernels);
    char *error = NULL;
    struct quality_prediction foretold = quality_predict(&cell);
    double moves = 0;
    struct dataset data;
    enum row_status status;
    struct task *task = cell_model_open(&cell, &data, &status, &error);
    assert_non_null(task);
    struct model *model = build->open(&cell.model, 1, false);
    int count;
    const struct model_tensor *list = build->tensors(model, &count);
    for (int i = 0; i < count; i++)
        if (!list[i].fixed) moves += (double)list[i].count;
    assert_true(moves < (double)build->memory(model).parameters / (double)build->real_size);
    assert_true(foretold.parameters == moves);
    const struct batch *b = task->kind->batch(task, 0);
    assert_true(foretold.flop == 3 * build->step_flop(&cell.model, b->batch, b->n, b->m, b->batch));
    build->close(model);
    task->kind->close(task);
    dataset_close(&data);
    worker_cell_free(&cell);
}

TEST("the recipe is applied to the model")
{
    struct worker_cell cell = completed_cell("kind=quality"),
                       other = completed_cell("kind=quality,bias=no,decay=all_2d");
    assert_true(!cell.model.no_bias && cell.model.decay == DECAY_MATRICES);
    assert_true(other.model.no_bias && other.model.decay == DECAY_ALL_2D);
    worker_cell_free(&cell);
    worker_cell_free(&other);
}

/* A replica's random numbers differ from those of every seed. */
TEST("a replica has different random numbers")
{
    struct worker_cell first = completed_cell("kind=quality,seed=3"),
                       again = completed_cell("kind=quality,seed=3,replica=2");
    char *error = NULL;
    assert_true(quality_settle(&first, &error) && quality_settle(&again, &error));
    assert_int_equal(first.training.seed, 3);
    assert_int_equal(first.task.seed, 3);
    assert_true(again.training.seed > INT_MAX);
    assert_int_equal(again.task.seed, again.training.seed);
    worker_cell_free(&first);
    worker_cell_free(&again);
}
