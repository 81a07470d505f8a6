/* SPDX-License-Identifier: MIT
 * Writes whole files, including every file of a run (mem.h). A run's folder may come from an
 * untrusted source and contain links. Data are therefore written to a new file with a random name,
 * which no existing link can have. Once the data are on disk, the new file replaces the old file.
 */
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".new-"

static int open_folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? xformat("%.*s", (int)(slash - path + 1), path) : xstrdup(".");
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return fd;
}

static int open_temporary(struct new_file *f)
{
    enum { TRIES = 100 };
    int fd = -1;
    errno = EEXIST;
    for (int i = 0; fd < 0 && errno == EEXIST && i < TRIES; i++) {
        uint64_t random;
        while (getrandom(&random, sizeof random, 0) != sizeof random) continue;
        snprintf(f->temporary, sizeof f->temporary, TEMPORARY "%016" PRIx64, random);
        fd = openat(f->folder, f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                    0666);
    }
    return fd;
}

void new_files_remove(const char *folder)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *all = fd < 0 ? NULL : fdopendir(fd);
    if (!all && fd >= 0) close(fd);
    for (struct dirent *e; all && (e = readdir(all));)
        if (!strncmp(e->d_name, TEMPORARY, strlen(TEMPORARY))) unlinkat(dirfd(all), e->d_name, 0);
    if (all) closedir(all);
}

bool new_file_begin(struct new_file *f, const char *path)
{
    const char *slash = strrchr(path, '/');
    *f = (struct new_file){.folder = open_folder_of(path), .fd = -1};
    if (f->folder < 0) return false;
    f->fd = open_temporary(f);
    f->name = xstrdup(slash ? slash + 1 : path);
    return f->fd >= 0 || new_file_end(f, false);
}

bool new_file_end(struct new_file *f, bool good)
{
    good = good && fsync(f->fd) == 0 && renameat(f->folder, f->temporary, f->folder, f->name) == 0;
    int saved = errno;
    /* some file systems cannot sync folders; the file is renamed anyway */
    if (good) fsync(f->folder);
    if (!good && f->fd >= 0) unlinkat(f->folder, f->temporary, 0);
    if (f->fd >= 0) close(f->fd);
    if (f->folder >= 0) close(f->folder);
    free(f->name);
    *f = (struct new_file){.folder = -1, .fd = -1};
    errno = saved;
    return good;
}

bool write_bytes(int fd, const char *data, size_t size)
{
    while (size) {
        ssize_t put = write(fd, data, size);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        data += put;
        size -= (size_t)put;
    }
    return true;
}

bool write_file_atomically(const char *path, const char *data, size_t size)
{
    struct new_file f;
    return new_file_begin(&f, path) && new_file_end(&f, write_bytes(f.fd, data, size));
}

bool is_inner_folder(const char *path)
{
    struct stat found;
    if (lstat(path, &found)) return false;
    errno = S_ISLNK(found.st_mode) ? ELOOP : ENOTDIR;
    return S_ISDIR(found.st_mode);
}

bool make_inner_folder(const char *path)
{
    return mkdir(path, 0777) == 0 || (errno == EEXIST && is_inner_folder(path));
}

char *make_new_folder(const char *folder)
{
    char *path = xformat("%s/.new-XXXXXX", folder);
    bool made = mkdtemp(path);
    char *name = made ? xstrdup(strrchr(path, '/') + 1) : NULL;
    int saved = errno;
    free(path);
    errno = saved;
    return name;
}
