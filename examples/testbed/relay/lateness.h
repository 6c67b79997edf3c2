/* Tells, on standard error, when the relay did not run although packets were due: who measures across it can say what was disturbed. */
#ifndef CARAVAN_LATENESS_H
#define CARAVAN_LATENESS_H
#include <stdint.h>

/* ns; due: of the first packet, or NEVER. Each moment is told once: "late SECONDS.MILLIS for MILLIS ms", its end by the time of day. */
void lateness_tell(uint64_t machine, uint64_t due);
#endif
