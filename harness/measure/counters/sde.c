/* SPDX-License-Identifier: MIT
 * Software-defined events through libsde; the only file that sees its header. PAPI before version 7
 * has no libsde; the Makefile looks for the header and defines HAVE_SDE. */
#include "harness/measure/counters/sde.h"
#include "harness/measure/counters/counters.h"
#include "base/mem.h"

#ifdef HAVE_SDE
#include <math.h>
#include <sde_lib.h>
#include <stddef.h>

const bool sde_built = true;

enum { PUBLISHED = 3 };
static void *counter[PUBLISHED];

void sde_register(void)
{
    static const char *const names[PUBLISHED] = {"FLOP", "BYTES", "TOKENS"};
    if (counter[0]) return;
    papi_handle_t library = papi_sde_init("attnlab");
    for (int i = 0; i < PUBLISHED; i++) {
        if (papi_sde_create_counter(library, names[i], PAPI_SDE_RO | PAPI_SDE_DELTA, &counter[i]) !=
            0)
            die("libsde refused the event %s", names[i]);
    }
}

void counters_publish(double flop, double bytes, double tokens)
{
    const double amount[PUBLISHED] = {flop, bytes, tokens};
    sde_register();
    for (int i = 0; i < PUBLISHED; i++) papi_sde_inc_counter(counter[i], llround(amount[i]));
}
#else
const bool sde_built = false;
void sde_register(void) {}
void counters_publish(double flop, double bytes, double tokens)
{
    (void)flop, (void)bytes, (void)tokens;
}
#endif
