/* SPDX-License-Identifier: MIT
 * Figures of an earlier report, which this one does not show: another question, a panel more, or
 * one for which there is nothing any more. They would pass for figures of what is there now. */
#include "base/mem.h"
#include "base/paths.h"
#include "harness/render/figures/chart.h"
#include "harness/render/figures/figures.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_drawn(const struct figures *all, const char *stem)
{
    for (int i = 0; i < all->count; i++)
        if (!all->list[i].fault && !strcmp(all->list[i].stem, stem)) return true;
    return false;
}

/* Whether a report wrote this script: then it begins with its own name. */
static bool is_of_report(const char *folder, const char *stem)
{
    char *path = xformat("%s/%s.gp", folder, stem), *begins = xformat(SCRIPT_BEGINS, stem);
    char *script = read_file(path, NULL);
    bool own = script && !strncmp(script, begins, strlen(begins));
    free(script);
    free(begins);
    free(path);
    return own;
}

static void remove_all_of(const char *folder, const char *stem)
{
    static const char *const endings[] = {"svg", "png", "csv", "gp"};
    for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
        char *path = xformat("%s/%s.%s", folder, stem, endings[k]);
        unlink(path);
        free(path);
    }
}

void figures_remove_earlier(const struct figures *all, const char *folder)
{
    char *inner = xformat("%s/figures", folder);
    DIR *directory = opendir(inner);
    for (struct dirent *e; directory && (e = readdir(directory));) {
        const char *end = strrchr(e->d_name, '.');
        if (!end || strcmp(end, ".gp")) continue;
        char *stem = xformat("figures/%.*s", (int)(end - e->d_name), e->d_name);
        if (!is_drawn(all, stem) && is_of_report(folder, stem)) remove_all_of(folder, stem);
        free(stem);
    }
    if (directory) closedir(directory);
    free(inner);
}
