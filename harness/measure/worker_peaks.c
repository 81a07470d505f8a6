/* SPDX-License-Identifier: MIT
 * attnlab-worker peaks: the roofs of the CPUs that the worker was started on, one thread a core. */
#include "base/mem.h"
#include "harness/measure/blas_room.h"
#include "harness/measure/worker.h"
#include "harness/measure/peaks.h"
#include "harness/measure/team.h"

#include <stdlib.h>

static json_t *measure(const struct topology *topology, const struct placement *placement)
{
    struct peaks p;
    struct team *team = team_start(topology, placement);
    blas_take_room_of(team);
    peaks_measure(team, &p);
    team_stop(team);
    return json_pack("{s:i, s:f, s:f, s:f, s:f, s:f, s:i, s:I, s:I, s:f, s:f}", "threads",
                     p.threads, "sgemm_gflops", p.all.sgemm_gflops, "triad_gb_s",
                     p.all.triad_gbytes, "triad_l2_gb_s", p.all.triad_l2_gbytes,
                     "one_thread_sgemm_gflops", p.one.sgemm_gflops, "one_thread_triad_gb_s",
                     p.one.triad_gbytes, "sgemm_size", p.sgemm_size, "triad_bytes",
                     (json_int_t)p.triad_bytes, "triad_l2_bytes", (json_int_t)p.triad_l2_bytes,
                     "triad_fall", p.fall, "seconds", p.seconds);
}

int worker_peaks(int argc, char **argv)
{
    struct worker_options options;
    struct topology_facts facts;
    struct placement placement;
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    struct topology *topology = topology_load(&error);
    if (topology) topology_facts(topology, &facts);
    struct placement_request request = {.threads = topology ? facts.allowed_cores : 0};
    if (!topology || !topology_pick(topology, &request, &placement, &error)) {
        fprintf(stderr, "attnlab-worker: %s\n", error);
        free(error);
        if (topology) topology_free(topology);
        return WORKER_USAGE;
    }
    bool put = worker_put(options.record_fd, measure(topology, &placement));
    placement_free(&placement);
    topology_free(topology);
    return put ? 0 : WORKER_USAGE;
}
