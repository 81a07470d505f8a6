/* SPDX-License-Identifier: MIT
 * Runs a reader under AFL++, with many inputs per process (see README.md).
 *   fuzz READER          takes bytes from AFL or standard input
 *   fuzz READER FILE...  reads each file once
 * If an input makes the program exit on a broken invariant, this counts as a crash. */
#include "tests/fuzz/readers.h"
#include "tests/unit/axes_sample.h"

#ifndef __AFL_LOOP
#define __AFL_LOOP(n) (left-- > 0)
static int left = 1;
#endif

static void broken(int status, void *nothing)
{
    (void)nothing;
    if (status == EXIT_BROKEN) abort();
}

static const struct fuzz_reader *find(const char *name)
{
    for (const struct fuzz_reader *r = fuzz_readers; r->name; r++)
        if (!strcmp(r->name, name)) return r;
    return NULL;
}

static void read_all(const struct fuzz_reader *r, FILE *f)
{
    enum { MOST = 1 << 20 };
    static char bytes[MOST];
    size_t size = fread(bytes, 1, sizeof bytes, f);
    r->read(bytes, size);
}

int main(int argc, char **argv)
{
    const struct fuzz_reader *r = argc > 1 ? find(argv[1]) : NULL;
    on_exit(broken, NULL);
    if (!r || !fuzz_begin(sample_json)) {
        fprintf(stderr, "usage: fuzz READER [FILE...]; readers:");
        for (r = fuzz_readers; r->name; r++) fprintf(stderr, " %s", r->name);
        fputc('\n', stderr);
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f) return 2;
        read_all(r, f);
        fclose(f);
    }
    while (argc == 2 && __AFL_LOOP(5000)) {
        rewind(stdin);
        read_all(r, stdin);
    }
    fuzz_end();
    return 0;
}
