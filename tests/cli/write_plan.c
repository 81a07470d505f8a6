/* SPDX-License-Identifier: MIT
 * write_plan DIR...: writes plan.json for hand-made result folders of tests
 * (tests/unit/write_plan.h). */
#include "tests/unit/write_plan.h"

int main(int argc, char **argv)
{
    bool good = true;
    for (int i = 1; i < argc; i++) {
        struct axes axes = {0};
        char *error = NULL;
        bool described = axes_of_run(&axes, argv[i], &error);
        if (!described) fprintf(stderr, "%s\n", error);
        good &= described && write_plan(argv[i], &axes);
        axes_free(&axes);
        free(error);
    }
    return good ? 0 : 1;
}
