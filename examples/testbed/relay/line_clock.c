#include "line_clock.h"

static const uint64_t STEP_NS = 250000;           /* four packets of a line of 200 Mbit/s */
static const uint64_t MOST_BEHIND_NS = 200000000; /* a machine too slow for its lines gets no further behind than this */

uint64_t line_clock_next(uint64_t before, uint64_t machine, uint64_t due) {
  uint64_t next = machine;
  if (due < machine && machine - due > STEP_NS && machine - due <= MOST_BEHIND_NS) next = due + STEP_NS;
  return next > before ? next : before;
}
