/* The relay's plan file, one fact per line (written by caravan_testbed/relay.py):
 *
 *   link  NAME NAMESPACE_A DEVICE_A NAMESPACE_B DEVICE_B
 *   shape NAME ab|ba v4|v6 RATE_BPS DELAY_US QUEUE_BYTES LOSS_PPM
 *
 * Links are read once; shapes again on every SIGHUP, which is how a link is degraded while traffic flows. */
#ifndef CARAVAN_PLAN_H
#define CARAVAN_PLAN_H
#include "shaper.h"

enum { MOST_LINKS = 512, NAME_BYTES = 64, DEVICE_BYTES = 16 };

struct end {
  char name_space[NAME_BYTES];
  char device[DEVICE_BYTES];
  int tun;
};

struct link {
  char name[NAME_BYTES];
  struct end ends[2];
  struct shaper shapers[2][2]; /* [0 = a to b, 1 = b to a][0 = IPv4, 1 = IPv6] */
};

struct plan {
  struct link links[MOST_LINKS];
  int count;
};

/* Both return false after telling stderr which line is wrong. */
bool plan_read_links(struct plan *plan, const char *path);
bool plan_read_shapes(struct plan *plan, const char *path);
#endif
