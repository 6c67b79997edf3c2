/* One direction of one emulated link for one IP version: a FIFO of limited bytes in front of a line of limited rate,
 * then a constant delay, with random loss on arrival. Pure: knows packets and times, no devices and no clock. */
#ifndef CARAVAN_SHAPER_H
#define CARAVAN_SHAPER_H
#include <stdbool.h>
#include <stdint.h>

enum { LARGEST_PACKET = 2048 };
#define NEVER UINT64_MAX

struct packet {
  struct packet *next;
  uint64_t due_ns; /* when it leaves the far end of the line */
  uint32_t length;
  unsigned char bytes[LARGEST_PACKET];
};

struct shape {
  uint64_t rate_bps;    /* 0 = unlimited */
  uint64_t delay_ns;
  uint64_t queue_bytes; /* 0 = unlimited */
  uint32_t loss_ppm;
};

struct shaper {
  struct shape shape;
  uint64_t line_free_ns; /* when the line has sent everything accepted so far */
  uint64_t last_due_ns;  /* keeps the order when the delay is lowered while packets are under way */
  struct packet *first, *last;
};

struct packet *packet_new(void);
void packet_free(struct packet *packet);

/* Takes the packet, or returns false when loss or a full queue drops it (the caller frees it). */
bool shaper_accept(struct shaper *shaper, struct packet *packet, uint64_t now_ns);
/* The next packet whose time has come, or NULL. */
struct packet *shaper_deliver(struct shaper *shaper, uint64_t now_ns);
/* When the next packet is due, or NEVER. */
uint64_t shaper_next_due(const struct shaper *shaper);
#endif
