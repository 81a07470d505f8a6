/* SPDX-License-Identifier: MIT
 * Formats the current time in UTC, for rows and folder names. */
#include "base/stamp.h"

#include <time.h>

static struct tm now(void)
{
    time_t seconds = time(NULL);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    return utc;
}

const char *stamp_now(char *buffer)
{
    struct tm utc = now();
    strftime(buffer, STAMP_SIZE, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return buffer;
}

const char *stamp_for_name(char *buffer)
{
    struct tm utc = now();
    strftime(buffer, STAMP_SIZE, "%Y%m%dT%H%M%SZ", &utc);
    return buffer;
}
