/* SPDX-License-Identifier: MIT
 * Builds the parts of a record as JSON. */
#include "harness/measure/record.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "harness/measure/clock.h"
#include "models/parameters.h"

#include <math.h>
#include <stdlib.h>

void record_number(json_t *object, const char *name, double value)
{
    if (isfinite(value)) json_object_set_new(object, name, json_real(value));
}

void record_count(json_t *object, const char *name, long long value)
{
    if (value >= 0) json_object_set_new(object, name, json_integer(value));
}

void record_status(json_t *record, enum row_status status, const char *reason)
{
    char *text = utf8_repaired(reason ? reason : ""); /* file names may be invalid UTF-8 */
    json_object_set_new(record, "status", json_string(status_names[status]));
    json_object_set_new(record, "reason", json_string(text));
    free(text);
}

bool record_fail(json_t *record, enum row_status status, char *reason)
{
    record_status(record, status, reason);
    free(reason);
    return false;
}

/* Sets a field to a string and frees the string. */
static void put_text(json_t *object, const char *name, char *text)
{
    json_object_set_new(object, name, json_string(text));
    free(text);
}

void record_check(json_t *object, const struct check_result *r)
{
    record_number(object, "max_abs_err", r->max_abs_err);
    record_number(object, "tolerance", r->tolerance);
    record_number(object, "nmse", r->nmse);
    json_object_set_new(object, "worst", json_string(r->worst));
    if (r->points > 1) json_object_set_new(object, "points", json_integer(r->points));
    if (r->gradient_tolerance > 0) {
        record_number(object, "gradient_err", r->gradient_err);
        record_number(object, "gradient_tolerance", r->gradient_tolerance);
    }
    if (r->difference_tolerance > 0) {
        record_number(object, "difference_err", r->difference_err);
        record_number(object, "difference_tolerance", r->difference_tolerance);
    }
}

static json_t *sample(const struct timed_sample *s)
{
    json_t *object = json_pack("{s:f, s:I, s:b}", "time_ns", s->time_ns, "iterations",
                               (json_int_t)s->passes, "warmup", s->warmup);
    record_count(object, "minor_faults", s->noise.minor_faults);
    record_count(object, "major_faults", s->noise.major_faults);
    record_count(object, "voluntary_switches", s->noise.voluntary_switches);
    record_count(object, "involuntary_switches", s->noise.involuntary_switches);
    record_count(object, "migrations", s->noise.migrations);
    record_number(object, "probe_ns", s->probe_ns);
    return object;
}

json_t *record_samples(const struct timing *t)
{
    json_t *array = json_array();
    for (int i = 0; i < t->count; i++) json_array_append_new(array, sample(&t->list[i]));
    return array;
}

json_t *record_noise(const struct row_noise *before, const struct team *team, double probe_before)
{
    struct row_noise noise = row_noise_since(before, team);
    json_t *object = json_object();
    record_count(object, "steal_ticks", noise.steal_ticks);
    record_count(object, "sibling_ticks", noise.sibling_ticks);
    record_count(object, "run_delay_ns", noise.run_delay_ns);
    record_number(object, "measured_ns", noise.clock_ns);
    record_number(object, "probe_before_ns", probe_before);
    record_number(object, "probe_after_ns", clock_probe_ns());
    return object;
}

json_t *record_phases(const double ns[PHASES], const struct layer_work *work)
{
    json_t *array = json_array();
    for (int p = 0; p < PHASES; p++) {
        if (p == PHASE_WAIT && !(ns[p] > 0)) continue;
        json_array_append_new(array,
                              json_pack("{s:s, s:f, s:f, s:f, s:f}", "phase", phase_names[p],
                                        "time_ns", ns[p], "flop", work->flop[p], "bytes",
                                        work->bytes[p], "recomputed_flop", work->recomputed[p]));
    }
    return array;
}

json_t *record_work(const struct workload *load, const struct layer_work *work)
{
    size_t parameters = 0;
    for (int t = 0; t < load->tensor_count; t++) parameters += tensor_count(&load->tensor[t]);
    return json_pack("{s:i, s:f, s:f, s:f, s:I}", "version", WORK_VERSION, "flop",
                     phases_sum(work->flop), "recomputed_flop", phases_sum(work->recomputed),
                     "bytes", phases_sum(work->bytes), "parameters", (json_int_t)parameters);
}

json_t *record_memory(const struct workload *load)
{
    int threads = load->team ? load->team->threads : 1;
    struct layer_memory bytes = workload_memory(load->kernels, &load->layer, threads, load->phase);
    const struct layer_memory *m = &bytes;
    json_t *object = json_pack("{s:I, s:I, s:I, s:I, s:I}", "input_bytes", (json_int_t)m->input,
                               "parameter_bytes", (json_int_t)m->parameters, "activation_bytes",
                               (json_int_t)m->activations, "output_bytes", (json_int_t)m->output,
                               "working_bytes", (json_int_t)m->working);
    record_count(object, "peak_rss_bytes", process_peak_rss_bytes());
    record_count(object, "huge_page_bytes", memory_huge_page_bytes(load->memory));
    return object;
}

json_t *record_placement(const struct resources *resources, const struct worker_cell *cell)
{
    bool bound = team_bound(resources->team);
    json_t *object =
        json_pack("{s:b, s:b, s:s}", "bound", bound, "strict", bound, "thp", thp_names[cell->thp]);
    put_text(object, "cpus", placement_cpus(&resources->placement));
    put_text(object, "cores", placement_cores(&resources->placement));
    put_text(object, "numa", placement_numa(&resources->placement));
    put_text(object, "last_cpus", team_last_cpus(resources->team));
    return object;
}

json_t *record_environment(const struct resources *resources, const struct worker_cell *cell,
                           uint64_t layout_seed)
{
    struct clock_facts clock = clock_measure();
    return json_pack(
        "{s:s, s:s, s:s, s:i, s:s, s:f, s:f, s:b, s:I}", "isa",
        cell->kernels->instructions(cell->layer.precision), "blas_core", blas_core_name(),
        "blas_config", blas_config(), "blas_threads", blas_thread_count(), "clock", clock.name,
        "clock_overhead_ns", clock.overhead_ns, "clock_tick_ns", clock.tick_ns, "denormals_flushed",
        team_denormals_flushed(resources->team), "layout_seed", (json_int_t)layout_seed);
}

json_t *record_input(const struct text_corpus *text, const struct worker_cell *cell)
{
    if (cell->input != INPUT_TEXT) return json_pack("{s:s}", "source", "generated");
    json_t *object =
        json_pack("{s:s, s:I}", "source", text->source, "bytes", (json_int_t)text->size);
    put_text(object, "hash", xformat("%016llx", (unsigned long long)text->hash));
    return object;
}

json_t *record_path(const struct kernels *k, unsigned by_formula)
{
    struct text path = {0};
    for (int s = 0; s < SLOTS; s++)
        if (by_formula >> s & 1)
            text_add(&path, "%s%s", path.length ? "+" : "formula: ", k->slots[s].name);
    json_t *value = json_string(by_formula ? path.data : "fast");
    text_free(&path);
    return value;
}

/* ---- models ---- */

json_t *record_model_memory(const struct model_memory *m)
{
    json_t *memory = json_object();
    record_count(memory, "parameter_bytes", (long long)m->parameters);
    record_count(memory, "activation_bytes", (long long)m->activations);
    record_count(memory, "working_bytes", (long long)(m->gradients + m->optimizer + m->working));
    record_count(memory, "peak_rss_bytes", process_peak_rss_bytes());
    return memory;
}

json_t *record_data(const struct dataset *data, const struct task *task)
{
    char *hash = xformat("%016llx", (unsigned long long)data->hash);
    char *tokens = task->tokenizer
                       ? xformat("%016llx", (unsigned long long)tokenizer_hash(task->tokenizer))
                       : xstrdup("");
    json_t *input = json_pack("{s:s, s:s, s:s, s:s}", "source", data->name, "hash", hash,
                              "tokenizer_hash", tokens, "notes", data->notes);
    free(hash);
    free(tokens);
    return input;
}

static json_t *score_json(const struct task_score *s)
{
    json_t *object = json_object();
    for (int i = 0; i < s->count; i++) record_number(object, s->metric[i].name, s->metric[i].value);
    if (s->count) record_number(object, "targets", s->targets);
    if (s->records) record_count(object, "records", s->records);
    return object;
}

void record_scores(json_t *result, const struct task_score score[SPLITS])
{
    for_each_scored_split(s) json_object_set_new(result, split_names[s], score_json(&score[s]));
}
