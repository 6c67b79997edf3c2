#define _GNU_SOURCE
#include "lateness.h"

#include <stdio.h>
#include <time.h>

static const uint64_t WORTH_TELLING_NS = 5000000; /* less is lost in the delays of lines */

void lateness_tell(uint64_t machine, uint64_t due) {
  static uint64_t told; /* what was due until then belongs to a moment that was told */
  if (due >= machine || due <= told || machine - due < WORTH_TELLING_NS) return;
  told = machine;
  struct timespec day;
  clock_gettime(CLOCK_REALTIME, &day);
  fprintf(stderr, "late %lld.%03ld for %.1f ms\n", (long long)day.tv_sec, day.tv_nsec / 1000000, (double)(machine - due) / 1e6);
}
