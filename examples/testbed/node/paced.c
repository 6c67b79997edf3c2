/* Preloaded into NetPerfMeter on hosts whose type is paced: their TCP spreads packets over a round trip, as it does where the queueing
 * discipline is fq (see socket(7), SO_MAX_PACING_RATE). Without it a flow sends its window in bursts, which a shallow queue drops. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <sys/socket.h>

/* ISO C has no cast from object to function pointer; POSIX promises this one works. */
#define REAL(name, result, ...) (*(result(**)(__VA_ARGS__))&(void *){dlsym(RTLD_NEXT, name)})

int socket(int domain, int type, int protocol) {
  int descriptor = REAL("socket", int, int, int, int)(domain, type, protocol);
  uint64_t any_rate = UINT64_MAX / 2; /* bytes/s: never the limit, but a rate, which is what turns pacing on */
  /* Refused by other families: they go on as they are. */
  if (descriptor >= 0 && (type & 0xf) == SOCK_STREAM)
    setsockopt(descriptor, SOL_SOCKET, SO_MAX_PACING_RATE, &any_rate, sizeof any_rate);
  return descriptor;
}
