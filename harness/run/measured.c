/* SPDX-License-Identifier: MIT
 * The measured columns of cells.csv: one table, each column either a place in the worker's record
 * or a function of it (results.h). */
#include "base/stats.h"
#include "harness/run/program.h"
#include "harness/run/results.h"

#include <math.h>
#include <string.h>

/* ---- figures derived from the record; NaN: not measured ---- */

static double record_number(const struct result *r, const char *path)
{
    const json_t *value = json_at(r->record, path);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static double quantile(const struct result *r, double p)
{
    return r->time_count ? stats_quantile(r->times, r->time_count, p) : (double)NAN;
}
static double time_median(const struct result *r) { return quantile(r, 0.5); }
static double time_q1(const struct result *r) { return quantile(r, 0.25); }
static double time_q3(const struct result *r) { return quantile(r, 0.75); }
static double time_min(const struct result *r) { return quantile(r, 0); }
static double time_mad(const struct result *r)
{
    return r->time_count ? stats_mad(r->times, r->time_count) : (double)NAN;
}
static double samples(const struct result *r)
{
    return r->time_count ? r->time_count : (double)NAN;
}

/* Sum of a member over the samples that count, NaN when none has it. */
static double sum_of_samples(const struct result *r, const char *name)
{
    size_t i;
    const json_t *sample;
    double sum = NAN;
    json_array_foreach(json_object_get(r->record, "samples"), i, sample)
    {
        const json_t *value = json_object_get(sample, name);
        if (!json_is_number(value) || json_is_true(json_object_get(sample, "warmup"))) continue;
        sum = (isnan(sum) ? 0 : sum) + json_number_value(value);
    }
    return sum;
}
static double iterations(const struct result *r) { return sum_of_samples(r, "iterations"); }
static double minor_faults(const struct result *r) { return sum_of_samples(r, "minor_faults"); }
static double major_faults(const struct result *r) { return sum_of_samples(r, "major_faults"); }
static double voluntary(const struct result *r) { return sum_of_samples(r, "voluntary_switches"); }
static double involuntary(const struct result *r)
{
    return sum_of_samples(r, "involuntary_switches");
}
static double migrations(const struct result *r) { return sum_of_samples(r, "migrations"); }

/* FLOP per nanosecond is GFLOP/s, byte per nanosecond is GB/s. */
static double gflops(const struct result *r)
{
    return record_number(r, "work.flop") / time_median(r);
}
static double flop_per_byte(const struct result *r)
{
    return record_number(r, "work.flop") / record_number(r, "work.bytes");
}

/* Median of a peak over all that were measured in this run with as many threads as this row has;
 * NaN when there are none. */
static double peak(const struct result *r, const char *name)
{
    enum { MOST = 64 };
    size_t i;
    double values[MOST];
    int count = 0, threads = result_threads(r);
    const json_t *entry;
    json_array_foreach(json_object_get(r->run->manifest.root, "peaks"), i, entry)
    {
        const json_t *value = json_object_get(entry, name);
        if (json_integer_value(json_object_get(entry, "threads")) == threads && count < MOST &&
            json_is_number(value))
            values[count++] = json_number_value(value);
    }
    return stats_median(values, count);
}
static double sgemm_share(const struct result *r) { return gflops(r) / peak(r, "sgemm_gflops"); }
static double triad_share(const struct result *r)
{
    return record_number(r, "work.bytes") / time_median(r) / peak(r, "triad_gb_s");
}
/* Share of the roofline at the row's intensity (Williams, Waterman, Patterson 2009). */
static double roof_share(const struct result *r)
{
    return gflops(r) / fmin(peak(r, "sgemm_gflops"), peak(r, "triad_gb_s") * flop_per_byte(r));
}

/* ---- texts ---- */

static void counter_status(struct csv *csv, const struct result *r)
{
    size_t i;
    const json_t *entry, *absent = json_object_get(r->record, "counters_absent");
    struct text groups = {0};
    json_array_foreach(absent, i, entry)
    {
        const char *group = json_string_value(json_object_get(entry, "group"));
        if (group) text_add(&groups, "%s%s", groups.length ? ";" : "absent:", group);
    }
    csv_text(csv, groups.length ? groups.data : json_is_array(absent) ? "complete" : NULL);
    text_free(&groups);
}

static void host(struct csv *csv, const struct result *r)
{
    const json_t *own = json_object_get(r->line, "host"); /* of a row that was merged in */
    csv_json(csv, own ? own : json_at(r->run->manifest.root, "machine.host"));
}

static void commit(struct csv *csv, const struct result *r)
{
    (void)r;
    csv_text(csv, program.commit);
}

/* ---- the table ---- */

static const struct column {
    const char *name;
    const char *path; /* in the record, or ... */
    double (*number)(const struct result *);
    void (*text)(struct csv *, const struct result *);
} columns[] = {
    {"time_ns_median", .number = time_median},
    {"time_ns_q1", .number = time_q1},
    {"time_ns_q3", .number = time_q3},
    {"time_ns_min", .number = time_min},
    {"time_ns_mad", .number = time_mad},
    {"sample_count", .number = samples},
    {"iterations", .number = iterations},
    {"stop_reason", .path = "stop_reason"},
    {"flop", .path = "work.flop"},
    {"bytes", .path = "work.bytes"},
    {"parameters", .path = "work.parameters"},
    {"work_version", .path = "work.version"},
    {"gflops", .number = gflops},
    {"flop_per_byte", .number = flop_per_byte},
    {"sgemm_share", .number = sgemm_share},
    {"triad_share", .number = triad_share},
    {"roof_share", .number = roof_share},
    {"input_bytes", .path = "memory.input_bytes"},
    {"parameter_bytes", .path = "memory.parameter_bytes"},
    {"activation_bytes", .path = "memory.activation_bytes"},
    {"output_bytes", .path = "memory.output_bytes"},
    {"working_bytes", .path = "memory.working_bytes"},
    {"peak_rss_bytes", .path = "memory.peak_rss_bytes"},
    {"huge_page_bytes", .path = "memory.huge_page_bytes"},
    {"minor_faults", .number = minor_faults},
    {"major_faults", .number = major_faults},
    {"voluntary_switches", .number = voluntary},
    {"involuntary_switches", .number = involuntary},
    {"migrations", .number = migrations},
    {"steal_ticks", .path = "noise.steal_ticks"},
    {"probe_before_ns", .path = "noise.probe_before_ns"},
    {"probe_after_ns", .path = "noise.probe_after_ns"},
    {"run_delay_ns", .path = "noise.run_delay_ns"},
    {"bound_cpus", .path = "placement.cpus"},
    {"bound_cores", .path = "placement.cores"},
    {"numa", .path = "placement.numa"},
    {"bound", .path = "placement.bound"},
    {"last_cpus", .path = "placement.last_cpus"},
    {"isa_used", .path = "environment.isa"},
    {"blas_core", .path = "environment.blas_core"},
    {"blas_threads", .path = "environment.blas_threads"},
    {"clock_overhead_ns", .path = "environment.clock_overhead_ns"},
    {"denormals_flushed", .path = "environment.denormals_flushed"},
    {"layout_seed", .path = "environment.layout_seed"},
    {"input_source", .path = "input.source"},
    {"corpus_hash", .path = "input.hash"},
    {"max_abs_err", .path = "check.max_abs_err"},
    {"tolerance", .path = "check.tolerance"},
    {"nmse", .path = "check.nmse"},
    {"gradient_err", .path = "check.gradient_err"},
    {"gradient_tolerance", .path = "check.gradient_tolerance"},
    {"difference_err", .path = "check.difference_err"},
    {"counter_status", .text = counter_status},
    {"host", .text = host},
    {"commit", .text = commit},
    {"steps_done", .path = "quality.steps"},
    {"selected_step", .path = "quality.selected_step"},
    {"tokens", .path = "quality.tokens"},
    {"flop_per_token", .path = "work.flop_per_token"},
    {"tokens_per_s", .path = "quality.tokens_per_second"},
    {"train_s", .path = "quality.train_seconds"},
    {"evaluate_s", .path = "quality.evaluate_seconds"},
    {"gradient_norm_max", .path = "quality.gradient_norm_max"},
    {"cut_records", .path = "quality.cut_records"},
    {"metric", .path = "quality.metric"},
#define METRIC(name, ...) {"valid_" #name, .path = "quality.valid." #name},
#include "base/metric_list.def"
#undef METRIC
#define METRIC(name, ...) {"test_" #name, .path = "quality.test." #name},
#include "base/metric_list.def"
#undef METRIC
    {"tokenizer_hash", .path = "input.tokenizer_hash"},
    {"input_notes", .path = "input.notes"},
    {"recomputed_flop", .path = "work.recomputed_flop"},
    {"swap_tokens", .path = "quality.before_swap.tokens"},
    {"swap_flop", .path = "quality.before_swap.flop"},
    {"swap_train_s", .path = "quality.before_swap.train_seconds"},
};
enum { COLUMNS = sizeof columns / sizeof *columns };

void measured_header(struct csv *csv)
{
    for (int i = 0; i < COLUMNS; i++) csv_text(csv, columns[i].name);
}

void measured_cells(struct csv *csv, const struct result *r)
{
    for (int i = 0; i < COLUMNS; i++) {
        const struct column *c = &columns[i];
        if (c->path)
            csv_json(csv, json_at(r->record, c->path));
        else if (c->text)
            c->text(csv, r);
        else
            csv_number(csv, c->number(r));
    }
}
