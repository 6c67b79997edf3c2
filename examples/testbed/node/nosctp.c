/* Preloaded into NetPerfMeter on kernels without SCTP: its passive side insists on opening SCTP sockets beside the TCP and UDP
 * ones we measure with, and exits when it cannot. Here such a socket becomes an eventfd that never reports anything. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

enum { MOST_DESCRIPTORS = 65536 };
static bool inert[MOST_DESCRIPTORS];

static bool is_inert(int descriptor) { return descriptor >= 0 && descriptor < MOST_DESCRIPTORS && inert[descriptor]; }

/* ISO C has no cast from object to function pointer; POSIX promises this one works. */
#define REAL(name, result, ...) (*(result(**)(__VA_ARGS__))&(void *){dlsym(RTLD_NEXT, name)})

int socket(int domain, int type, int protocol) {
  int descriptor = REAL("socket", int, int, int, int)(domain, type, protocol);
  if (descriptor >= 0 || protocol != IPPROTO_SCTP) return descriptor;
  descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (descriptor >= 0 && descriptor < MOST_DESCRIPTORS) inert[descriptor] = true;
  return descriptor;
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
  if (is_inert(descriptor)) return 0;
  return REAL("bind", int, int, const struct sockaddr *, socklen_t)(descriptor, address, length);
}

int listen(int descriptor, int backlog) {
  if (is_inert(descriptor)) return 0;
  return REAL("listen", int, int, int)(descriptor, backlog);
}

int setsockopt(int descriptor, int level, int name, const void *value, socklen_t length) {
  if (is_inert(descriptor)) return 0;
  return REAL("setsockopt", int, int, int, int, const void *, socklen_t)(descriptor, level, name, value, length);
}

int close(int descriptor) {
  if (is_inert(descriptor)) inert[descriptor] = false;
  return REAL("close", int, int)(descriptor);
}
