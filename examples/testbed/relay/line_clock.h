/* The time by which lines count: the machine's, except after a moment in which the relay did not run. All that became due meanwhile
 * would else reach the next line at once, whose queue would drop packets that on real lines come one after another. So the time
 * that was missed is gone through in steps. Pure: knows times, no clock. */
#ifndef CARAVAN_LINE_CLOCK_H
#define CARAVAN_LINE_CLOCK_H
#include <stdint.h>

/*
 * ns: the time to go on with, never less than before. before: the last one; machine: that of the machine; due: of the first packet, or
 * NEVER.
 */
uint64_t line_clock_next(uint64_t before, uint64_t machine, uint64_t due);
#endif
