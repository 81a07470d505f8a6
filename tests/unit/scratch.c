/* SPDX-License-Identifier: MIT
 * Creates, fills and removes folders of tests (test.h). Unit tests and the fuzzer use them. */
#include "tests/unit/test.h"
#include "base/mem.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

char *scratch_make(void)
{
    const char *base = getenv("TMPDIR");
    char *path = xformat("%s/attnlab-test-XXXXXX", base && *base ? base : "/tmp");
    assert_non_null(mkdtemp(path));
    return path;
}

void scratch_empty(const char *path)
{
    DIR *folder = opendir(path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *name = xformat("%s/%s", path, e->d_name);
        if (unlink(name) != 0) scratch_empty(name), rmdir(name);
        free(name);
    }
    if (folder) closedir(folder);
}

void scratch_remove(char *path)
{
    scratch_empty(path);
    rmdir(path);
    free(path);
}

void scratch_bytes(const char *dir, const char *name, const char *bytes, size_t size)
{
    char *path = xformat("%s/%s", dir, name);
    for (char *slash = path + strlen(dir) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
    free(path);
}

void scratch_text(const char *dir, const char *name, const char *text)
{
    scratch_bytes(dir, name, text, strlen(text));
}
