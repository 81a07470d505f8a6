/* SPDX-License-Identifier: MIT
 * What a page says of carried values (harness/render/carried_words.c) and of records
 * (trained_records.c). What was found is set by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Pages have a struct of this name, too. */
#define folder made
#include "tests/unit/trained_folder.h"
#undef folder
#include "harness/render/report.h"

/* Two arms at four sizes, three values of lr each, of which the middle one is best. */
static const char question[] = "baseline: base\nmetric: accuracy\nmargin: 0.01\n"
                               "tune: {axis: lr, seeds: [1]}\n"
                               "factors: {size: [8, 16, 32, 64], lr: [0.1, 0.2, 0.4], seed: 1-2}\n"
                               "arms: {base: , wide: {proj: wide}}\n";
enum { SIZES = 4, VALUES = 3, SEEDS = 2, ALL = 2 * SIZES * VALUES * SEEDS };

struct told {
    struct made f;
    struct report report;
    struct document d;
    struct page p;
};

static void tell(struct told *t)
{
    struct training runs[ALL];
    for (int i = 0; i < ALL; i++) {
        int size = i / (VALUES * SEEDS) % SIZES, value = i / SEEDS % VALUES;
        runs[i] = (struct training){i < ALL / 2 ? "base" : "wide",
                                    "",
                                    "",
                                    8 << size,
                                    (double[]){0.1, 0.2, 0.4}[value],
                                    i % SEEDS + 1,
                                    "ok",
                                    2 + (value != 1)};
    }
    *t = (struct told){0};
    set_up(&t->f, runs, ALL, question);
    t->report = (struct report){.run = t->f.run};
    t->p = (struct page){
        .d = &t->d, .r = &t->report, .a = &t->f.analysis, .q = &t->f.analysis.questions[0]};
}

static void forget(struct told *t)
{
    document_free(&t->d);
    folder_remove(&t->f);
}

static void expect(struct told *t, page_part *part, bool says, const char *wanted)
{
    document_free(&t->d);
    t->d = (struct document){0};
    part(&t->p);
    char *text = document_markdown(&t->d);
    if ((strstr(text, wanted) != NULL) != says)
        fail_msg("'%s' is %s\n%s", wanted, says ? "not in" : "in", text);
    free(text);
}

/* As if the value at a size were foretold: by this place among three. */
static void carry(struct told *t, const char *arm, int condition, enum carry_role role, int place)
{
    struct analysis *a = &t->f.analysis;
    struct entry *e = &a->entries[find(a, arm, condition)];
    const struct plan_cell *cell = a->members[a->candidates[e->first].first]->cell;
    ((struct plan_cell *)cell)->line = *arm; /* each arm's power is its own */
    e->carry = role;
    e->foretold = (struct foretold){.place = place, .exponent = *arm == 'b' ? -0.5 : -1};
}

static void test_carried(void **state)
{
    (void)state;
    struct told t;
    static char small[] = "8", next[] = "16", *from[] = {small, next};
    tell(&t);
    struct spec *spec = (struct spec *)t.p.q->spec;
    spec->carry.axis = axes_find(&t.f.run.axes, "size");
    spec->carry.from.values = from;
    expect(&t, say_carried, false, "carried");
    spec->carry.from.value_count = 2;
    for (int i = 2; i < SIZES; i++)
        carry(&t, "base", i, CARRY_FORETOLD, -1), carry(&t, "wide", i, CARRY_FORETOLD, -1);
    expect(&t, say_carried, true, "at size 32, 64 are carried from races at 8, 16 by a power of");
    expect(&t, say_carried, true, "rounded to the grid; the races are not decided yet.");
    expect(&t, say_carried, false, "neighbours of the foretold");
    for (int i = 2; i < SIZES; i++)
        carry(&t, "base", i, CARRY_FORETOLD, 1), carry(&t, "wide", i, CARRY_FORETOLD, 1);
    expect(&t, say_carried, true, "rounded to the grid: exponent -0.5 of base, -1 of wide.");
    expect(&t, say_carried, false, "neighbours of the foretold");
    carry(&t, "base", 2, CARRY_NEIGHBOURS, 1), carry(&t, "wide", 2, CARRY_NEIGHBOURS, 1);
    expect(&t, say_carried, true, "for 2 arms and sizes: 2 times none was better.");
    carry(&t, "wide", 2, CARRY_NEIGHBOURS, 0);
    expect(&t, say_carried, true,
           "1 time none was better; the carried rule was off by a step for ");
    expect(&t, say_carried, true, "wide (size = 32) (the next greater one was better).");
    carry(&t, "wide", 2, CARRY_NEIGHBOURS, 2);
    expect(&t, say_carried, true, "wide (size = 32) (the next smaller one was better).");
    spec->carry.from.values = NULL, spec->carry.from.value_count = 0;
    forget(&t);
}

static void set_records(struct told *t, int trial, int count)
{
    ((struct trial *)t->f.analysis.members[trial])->records.count = count;
}

static void test_records(void **state)
{
    (void)state;
    struct told t;
    tell(&t);
    struct analysis *a = &t.f.analysis;
    expect(&t, say_records, false, "Judged");
    set_records(&t, 0, 45), set_records(&t, 1, 45);
    for (int i = 0; i < a->effect_count; i++) a->effects[i].records_variance = (double)NAN;
    expect(&t, say_records, true, "Judged by 45 records.");
    set_records(&t, 2, 40), set_records(&t, 3, 50);
    expect(&t, say_records, true, "Judged by 40 to 50 records.");
    struct effect *e = (struct effect *)entry_effect(a, find(a, "wide", 0), READ_STEPS);
    e->records_variance = 1e-4;
    expect(&t, say_records, true,
           "Judged by 40 to 50 records, which are a sample as the seeds are:");
    forget(&t);
}

/* Of an effect of one pair there is no interval that could lack anything. */
static void test_faults(void **state)
{
    (void)state;
    struct told t;
    tell(&t);
    struct analysis *a = &t.f.analysis;
    int first = 0, effects = 0;
    for_each_effect(e, &t.p)
    {
        struct effect *own = (struct effect *)e;
        own->gain.n = effects == 0 ? 1 : 2;
        own->records_variance = effects < 2 ? (double)NAN : 1e-4;
        if (!effects++) first = (int)(e - a->effects);
    }
    assert_int_equal(effects, SIZES);
    struct trial_records *lost = &((struct trial *)a->members[0])->records;
    free(lost->fault);
    lost->fault = xstrdup("lost");
    expect(&t, records_limits, true, "intervals of 1 of 3 comparisons are of the seeds alone");
    expect(&t, records_limits, true, "they do not hold that (lost).");
    a->entries[a->effects[first + 1].entry].damaged = true; /* as among all comparisons */
    expect(&t, records_limits, false, "of the seeds alone");
    a->entries[a->effects[first + 1].entry].damaged = false;
    expect(&t, records_limits, false, "not formed");
    a->effects[first].other_records = 1;
    expect(&t, records_limits, true, "1 pair was not formed: the two sides");
    a->effects[first + 1].other_records = 2;
    expect(&t, records_limits, true, "3 pairs were not formed: the two sides");
    forget(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_carried),
        cmocka_unit_test(test_records),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
