/* Lets the passive side of NetPerfMeter start on a kernel without SCTP, for TCP measurements: LD_PRELOAD this.
 * A refused SCTP socket becomes an event descriptor that never fires; what is done to it as a socket succeeds and does nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

enum { LIMIT = 65536 };
static unsigned char stands_in[LIMIT];

static int is_stand_in(int fd) { return fd >= 0 && fd < LIMIT && stands_in[fd]; }

int socket(int domain, int type, int protocol)
{
    int (*next)(int, int, int) = dlsym(RTLD_NEXT, "socket");
    int fd = next(domain, type, protocol);
    if (fd < 0 && protocol == IPPROTO_SCTP) {
        fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        if (fd >= 0 && fd < LIMIT)
            stands_in[fd] = 1;
    }
    return fd;
}

int bind(int fd, const struct sockaddr *address, socklen_t length)
{
    int (*next)(int, const struct sockaddr *, socklen_t) = dlsym(RTLD_NEXT, "bind");
    return is_stand_in(fd) ? 0 : next(fd, address, length);
}

int listen(int fd, int backlog)
{
    int (*next)(int, int) = dlsym(RTLD_NEXT, "listen");
    return is_stand_in(fd) ? 0 : next(fd, backlog);
}

int setsockopt(int fd, int level, int name, const void *value, socklen_t length)
{
    int (*next)(int, int, int, const void *, socklen_t) = dlsym(RTLD_NEXT, "setsockopt");
    return is_stand_in(fd) ? 0 : next(fd, level, name, value, length);
}

int close(int fd)
{
    int (*next)(int) = dlsym(RTLD_NEXT, "close");
    if (is_stand_in(fd))
        stands_in[fd] = 0;
    return next(fd);
}
