/*
 * Records what a program does to the files below one folder, in the order in which it did it, for LD_PRELOAD:
 *   cc -O2 -shared -fPIC -o recorder.so recorder.c -ldl -lpthread
 *   POWER_FOLDER=/abs/folder POWER_TRACE=/abs/trace LD_PRELOAD=./recorder.so program …
 *
 * Each call below the folder is made and recorded under one lock, which all processes of a trace share, so that the trace has one order.
 * A way of changing a file that is not recorded (a shared writable mapping, sendfile) is recorded as UNSUPPORTED, and readers of the trace
 * refuse it: a model that misses writes proves nothing. Files ending in -shm are left out: SQLite builds them again after a crash
 * (sqlite.org/walformat.html, section 2).
 * Does nothing without POWER_TRACE. glibc on Linux only.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { CREATE = 1, WRITE, TRUNCATE, SYNC, RENAME, UNLINK, MKDIR, LINK, SYMLINK, RMDIR, UNSUPPORTED };

struct head {
    uint32_t magic, op;
    uint64_t inode, offset, length;
    uint32_t first, second;
};

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int trace = -1, trace_pid, depth;
static const char *folder, *trace_name;
static size_t folder_length;

__attribute__((constructor)) static void begin(void) {
    folder = getenv("POWER_FOLDER");
    trace_name = getenv("POWER_TRACE");
    folder_length = folder ? strlen(folder) : 0;
}

/* By the system call: our own wrapper must not be called, and libc's is behind it. */
static int own_trace(void) {
    if (trace < 0 || trace_pid != getpid()) {
        trace = (int)syscall(SYS_openat, AT_FDCWD, trace_name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        trace_pid = getpid();
        if (trace >= 0 && trace < 1000) { /* programs close what they believe is theirs */
            int high = fcntl(trace, F_DUPFD_CLOEXEC, 1000);
            if (high >= 0) { syscall(SYS_close, trace); trace = high; }
        }
    }
    return trace;
}

static void take(void) {
    pthread_mutex_lock(&lock);
    if (depth++ == 0) flock(own_trace(), LOCK_EX);
}

static void leave(void) {
    int kept = errno;
    if (--depth == 0) flock(own_trace(), LOCK_UN);
    pthread_mutex_unlock(&lock);
    errno = kept;
}

static int inside(const char *path) {
    if (!trace_name || !folder || strncmp(path, folder, folder_length) != 0) return 0;
    if (path[folder_length] != '/' && path[folder_length] != 0) return 0;
    const char *below = path + folder_length;
    size_t length = strlen(path);
    if (strncmp(below, "/broker", 7) == 0 || strncmp(below, "/scratch", 8) == 0 || strcmp(below, "/server.log") == 0) return 0;
    return !(length > 4 && strcmp(path + length - 4, "-shm") == 0);
}

/* Absolute, without following the last name; empty if there is no such folder. */
static void absolute(int at, const char *path, char *out) {
    char joined[PATH_MAX * 2], parent[PATH_MAX * 2], real[PATH_MAX];
    out[0] = 0;
    if (!path) return;
    if (path[0] == '/') snprintf(joined, sizeof joined, "%s", path);
    else {
        char base[PATH_MAX], link[64];
        ssize_t n;
        if (at == AT_FDCWD) { if (!getcwd(base, sizeof base)) return; }
        else {
            snprintf(link, sizeof link, "/proc/self/fd/%d", at);
            n = readlink(link, base, sizeof base - 1);
            if (n < 0) return;
            base[n] = 0;
        }
        snprintf(joined, sizeof joined, "%s/%s", base, path);
    }
    size_t length = strlen(joined);
    while (length > 1 && joined[length - 1] == '/') joined[--length] = 0;
    if (strcmp(joined, folder ? folder : "") == 0) { strcpy(out, joined); return; }
    strcpy(parent, joined);
    char *slash = strrchr(parent, '/');
    const char *name = strrchr(joined, '/') + 1;
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) { if (realpath(joined, real)) strcpy(out, real); return; }
    if (slash == parent) slash[1] = 0; else *slash = 0;
    if (!realpath(parent, real)) return;
    snprintf(out, PATH_MAX * 2, "%s/%s", strcmp(real, "/") == 0 ? "" : real, name);
}

static int of_descriptor(int fd, char *out) {
    char link[64];
    if (!trace_name) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, out, PATH_MAX - 1);
    if (n < 0) return 0;
    out[n] = 0;
    if (n > 10 && strcmp(out + n - 10, " (deleted)") == 0) out[n - 10] = 0;
    return inside(out);
}

static uint64_t inode(int fd) { struct stat found; return fstat(fd, &found) == 0 ? found.st_ino : 0; }
static uint64_t inode_of(const char *path) { struct stat found; return lstat(path, &found) == 0 ? found.st_ino : 0; }

static void put(const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        ssize_t n = syscall(SYS_write, own_trace(), at, length);
        if (n < 0) { if (errno == EINTR) continue; _exit(99); }
        at += n;
        length -= (size_t)n;
    }
}

static void record(uint32_t op, uint64_t node, uint64_t offset, uint64_t length, const char *first, const char *second, const void *data) {
    int kept = errno;
    struct head head = {0x504f5752, op, node, offset, length, first ? strlen(first) : 0, second ? strlen(second) : 0};
    put(&head, sizeof head);
    put(first, head.first);
    put(second, head.second);
    if (data) put(data, length);
    errno = kept;
}

#define REAL(type, name, ...) static type (*real)(__VA_ARGS__); if (!real) real = (type (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int opened(int (*real)(int, const char *, int, ...), int at, const char *path, int flags, mode_t mode) {
    char full[PATH_MAX * 2];
    if (!trace_name) return real(at, path, flags, mode);
    absolute(at, path, full);
    if (!inside(full) || (flags & (O_CREAT | O_TRUNC)) == 0) return real(at, path, flags, mode);
    take();
    int existed = inode_of(full) != 0;
    int fd = real(at, path, flags, mode);
    if (fd >= 0 && !existed) record(CREATE, inode(fd), 0, 0, full, NULL, NULL);
    else if (fd >= 0 && (flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY) record(TRUNCATE, inode(fd), 0, 0, full, NULL, NULL);
    leave();
    return fd;
}

#define MODE(flags) mode_t mode = 0; \
    if ((flags) & (O_CREAT | O_TMPFILE)) { va_list more; va_start(more, flags); mode = va_arg(more, mode_t); va_end(more); }
int open(const char *path, int flags, ...) {
    MODE(flags) REAL(int, "openat", int, const char *, int, ...);
    return opened(real, AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
    MODE(flags) REAL(int, "openat64", int, const char *, int, ...);
    return opened(real, AT_FDCWD, path, flags, mode);
}
int openat(int at, const char *path, int flags, ...) {
    MODE(flags) REAL(int, "openat", int, const char *, int, ...);
    return opened(real, at, path, flags, mode);
}
int openat64(int at, const char *path, int flags, ...) {
    MODE(flags) REAL(int, "openat64", int, const char *, int, ...);
    return opened(real, at, path, flags, mode);
}
int creat(const char *path, mode_t mode) {
    REAL(int, "openat", int, const char *, int, ...);
    return opened(real, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}
int creat64(const char *path, mode_t mode) {
    REAL(int, "openat64", int, const char *, int, ...);
    return opened(real, AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

static void unsupported(int fd, const char *what) {
    char path[PATH_MAX];
    if (of_descriptor(fd, path)) { take(); record(UNSUPPORTED, 0, 0, 0, what, path, NULL); leave(); }
}

FILE *fopen(const char *path, const char *mode) {
    REAL(FILE *, "fopen", const char *, const char *);
    FILE *file = real(path, mode);
    if (file && strpbrk(mode, "wa+")) unsupported(fileno(file), "fopen");
    return file;
}
FILE *fopen64(const char *path, const char *mode) {
    REAL(FILE *, "fopen64", const char *, const char *);
    FILE *file = real(path, mode);
    if (file && strpbrk(mode, "wa+")) unsupported(fileno(file), "fopen");
    return file;
}

ssize_t write(int fd, const void *bytes, size_t count) {
    REAL(ssize_t, "write", int, const void *, size_t);
    char path[PATH_MAX];
    if (!of_descriptor(fd, path)) return real(fd, bytes, count);
    take();
    ssize_t n = real(fd, bytes, count);
    if (n > 0) record(WRITE, inode(fd), (uint64_t)(lseek(fd, 0, SEEK_CUR) - n), (uint64_t)n, path, NULL, bytes);
    leave();
    return n;
}

static ssize_t at_offset(ssize_t (*real)(int, const void *, size_t, off_t), int fd, const void *bytes, size_t count, off_t offset) {
    char path[PATH_MAX];
    if (!of_descriptor(fd, path)) return real(fd, bytes, count, offset);
    take();
    ssize_t n = real(fd, bytes, count, offset);
    if (n > 0) record(WRITE, inode(fd), (uint64_t)offset, (uint64_t)n, path, NULL, bytes);
    leave();
    return n;
}
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t offset) {
    REAL(ssize_t, "pwrite", int, const void *, size_t, off_t);
    return at_offset(real, fd, bytes, count, offset);
}
ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t offset) {
    REAL(ssize_t, "pwrite64", int, const void *, size_t, off_t);
    return at_offset(real, fd, bytes, count, offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(ssize_t, "writev", int, const struct iovec *, int);
    char path[PATH_MAX];
    if (!of_descriptor(fd, path)) return real(fd, parts, count);
    take();
    ssize_t n = real(fd, parts, count), left = n;
    off_t at = lseek(fd, 0, SEEK_CUR) - n;
    for (int i = 0; i < count && left > 0; i++) {
        size_t length = (ssize_t)parts[i].iov_len < left ? parts[i].iov_len : (size_t)left;
        record(WRITE, inode(fd), (uint64_t)at, length, path, NULL, parts[i].iov_base);
        at += (off_t)length;
        left -= (ssize_t)length;
    }
    leave();
    return n;
}

static int cut(int (*real)(int, off_t), int fd, off_t length) {
    char path[PATH_MAX];
    if (!of_descriptor(fd, path)) return real(fd, length);
    take();
    int result = real(fd, length);
    if (result == 0) record(TRUNCATE, inode(fd), (uint64_t)length, 0, path, NULL, NULL);
    leave();
    return result;
}
int ftruncate(int fd, off_t length) { REAL(int, "ftruncate", int, off_t); return cut(real, fd, length); }
int ftruncate64(int fd, off64_t length) { REAL(int, "ftruncate64", int, off_t); return cut(real, fd, length); }

static int synced(int (*real)(int), int fd) {
    char path[PATH_MAX];
    if (!of_descriptor(fd, path)) return real(fd);
    take();
    int result = getenv("POWER_LYING_DISK") ? 0 : real(fd);
    if (result == 0) record(SYNC, inode(fd), 0, 0, path, NULL, NULL);
    leave();
    return result;
}
int fsync(int fd) { REAL(int, "fsync", int); return synced(real, fd); }
int fdatasync(int fd) { REAL(int, "fdatasync", int); return synced(real, fd); }

/* A name that is changed, seen from outside the libc: both names are made absolute before. */
#define TWO_NAMES(op, a, from, b, to, call) \
    char first[PATH_MAX * 2], second[PATH_MAX * 2]; \
    if (!trace_name) return call; \
    absolute(a, from, first); absolute(b, to, second); \
    if (!inside(first) && !inside(second)) return call; \
    take(); \
    uint64_t node = inode_of(first); \
    int result = call; \
    if (result == 0) record(op, node, 0, 0, first, second, NULL); \
    leave(); \
    return result

int rename(const char *from, const char *to) {
    REAL(int, "rename", const char *, const char *);
    TWO_NAMES(RENAME, AT_FDCWD, from, AT_FDCWD, to, real(from, to));
}
int renameat(int a, const char *from, int b, const char *to) {
    REAL(int, "renameat", int, const char *, int, const char *);
    TWO_NAMES(RENAME, a, from, b, to, real(a, from, b, to));
}
int link(const char *from, const char *to) {
    REAL(int, "link", const char *, const char *);
    TWO_NAMES(LINK, AT_FDCWD, from, AT_FDCWD, to, real(from, to));
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
    REAL(int, "linkat", int, const char *, int, const char *, int);
    TWO_NAMES(LINK, a, from, b, to, real(a, from, b, to, flags));
}

#define ONE_NAME(op, a, path, call) \
    char full[PATH_MAX * 2]; \
    if (!trace_name) return call; \
    absolute(a, path, full); \
    if (!inside(full)) return call; \
    take(); \
    uint64_t node = inode_of(full); \
    int result = call; \
    if (result == 0) record(op, node ? node : inode_of(full), 0, 0, full, NULL, NULL); \
    leave(); \
    return result

int unlink(const char *path) { REAL(int, "unlink", const char *); ONE_NAME(UNLINK, AT_FDCWD, path, real(path)); }
int unlinkat(int a, const char *path, int flags) {
    REAL(int, "unlinkat", int, const char *, int);
    ONE_NAME((flags & AT_REMOVEDIR) ? RMDIR : UNLINK, a, path, real(a, path, flags));
}
int remove(const char *path) { REAL(int, "remove", const char *); ONE_NAME(UNLINK, AT_FDCWD, path, real(path)); }
int rmdir(const char *path) { REAL(int, "rmdir", const char *); ONE_NAME(RMDIR, AT_FDCWD, path, real(path)); }
int mkdir(const char *path, mode_t mode) { REAL(int, "mkdir", const char *, mode_t); ONE_NAME(MKDIR, AT_FDCWD, path, real(path, mode)); }
int mkdirat(int a, const char *path, mode_t mode) {
    REAL(int, "mkdirat", int, const char *, mode_t);
    ONE_NAME(MKDIR, a, path, real(a, path, mode));
}

int symlink(const char *target, const char *path) {
    REAL(int, "symlink", const char *, const char *);
    char full[PATH_MAX * 2];
    if (!trace_name) return real(target, path);
    absolute(AT_FDCWD, path, full);
    if (!inside(full)) return real(target, path);
    take();
    int result = real(target, path);
    if (result == 0) record(SYMLINK, inode_of(full), 0, 0, full, target, NULL);
    leave();
    return result;
}

static void *mapped(void *(*real)(void *, size_t, int, int, int, off_t), void *at, size_t length, int protection, int flags, int fd,
        off_t offset) {
    if ((flags & MAP_SHARED) && (protection & PROT_WRITE) && fd >= 0) unsupported(fd, "mmap");
    return real(at, length, protection, flags, fd, offset);
}
void *mmap(void *at, size_t length, int protection, int flags, int fd, off_t offset) {
    REAL(void *, "mmap", void *, size_t, int, int, int, off_t);
    return mapped(real, at, length, protection, flags, fd, offset);
}
void *mmap64(void *at, size_t length, int protection, int flags, int fd, off64_t offset) {
    REAL(void *, "mmap64", void *, size_t, int, int, int, off_t);
    return mapped(real, at, length, protection, flags, fd, offset);
}
ssize_t sendfile64(int out, int in, off64_t *offset, size_t count) {
    REAL(ssize_t, "sendfile64", int, int, off64_t *, size_t);
    unsupported(out, "sendfile");
    return real(out, in, offset, count);
}
ssize_t sendfile(int out, int in, off_t *offset, size_t count) {
    REAL(ssize_t, "sendfile", int, int, off_t *, size_t);
    unsupported(out, "sendfile");
    return real(out, in, offset, count);
}
ssize_t copy_file_range(int in, off64_t *from, int out, off64_t *to, size_t length, unsigned flags) {
    REAL(ssize_t, "copy_file_range", int, off64_t *, int, off64_t *, size_t, unsigned);
    unsupported(out, "copy_file_range");
    return real(in, from, out, to, length, flags);
}
int posix_fallocate64(int fd, off64_t offset, off64_t length) {
    REAL(int, "posix_fallocate64", int, off64_t, off64_t);
    unsupported(fd, "posix_fallocate");
    return real(fd, offset, length);
}
int posix_fallocate(int fd, off_t offset, off_t length) {
    REAL(int, "posix_fallocate", int, off_t, off_t);
    unsupported(fd, "posix_fallocate");
    return real(fd, offset, length);
}
