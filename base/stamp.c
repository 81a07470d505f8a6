/* SPDX-License-Identifier: MIT
 * The present time in UTC, for rows and for names of folders. */
#include "base/stamp.h"

#include <time.h>

static const char *stamp(const char *format, char *buffer)
{
    time_t seconds = time(NULL);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(buffer, STAMP_SIZE, format, &utc);
    return buffer;
}

const char *stamp_now(char *buffer) { return stamp("%Y-%m-%dT%H:%M:%SZ", buffer); }
const char *stamp_for_name(char *buffer) { return stamp("%Y%m%dT%H%M%SZ", buffer); }
