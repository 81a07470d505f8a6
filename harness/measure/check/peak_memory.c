/* SPDX-License-Identifier: MIT
 * The peak of resident memory begun anew (peak_memory.h). */
#include "harness/measure/check/peak_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

void peak_memory_forget(void)
{
    malloc_trim(0);
    int fd = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
    if (fd < 0) return;
    if (write(fd, "5", 1) != 1) fprintf(stderr, "attnlab-worker: peak_rss_bytes has the check's\n");
    close(fd);
}
