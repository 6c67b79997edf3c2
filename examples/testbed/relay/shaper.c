#include "shaper.h"

#include <stdlib.h>

static struct packet *spare; /* freed packets are kept: a full queue of a fast link allocates thousands a second */

struct packet *packet_new(void) {
  struct packet *packet = spare;
  if (packet != NULL) {
    spare = packet->next;
    return packet;
  }
  return malloc(sizeof *packet);
}

void packet_free(struct packet *packet) {
  packet->next = spare;
  spare = packet;
}

/* xorshift64: the same losses in every run, so that a test that failed fails again. */
static uint32_t random_ppm(void) {
  static uint64_t state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state % 1000000u);
}

static uint64_t transmission_ns(const struct shape *shape, uint32_t length) {
  return shape->rate_bps == 0 ? 0 : (uint64_t)(length * 8e9 / (double)shape->rate_bps);
}

static bool queue_is_full(const struct shaper *shaper, uint64_t starts_ns, uint64_t now_ns, uint32_t length) {
  const struct shape *shape = &shaper->shape;
  if (shape->rate_bps == 0 || shape->queue_bytes == 0) return false;
  double waiting_bytes = (double)(starts_ns - now_ns) * (double)shape->rate_bps / 8e9;
  return waiting_bytes + length > (double)shape->queue_bytes;
}

static void append(struct shaper *shaper, struct packet *packet) {
  packet->next = NULL;
  if (shaper->last != NULL)
    shaper->last->next = packet;
  else
    shaper->first = packet;
  shaper->last = packet;
}

bool shaper_accept(struct shaper *shaper, struct packet *packet, uint64_t now_ns) {
  const struct shape *shape = &shaper->shape;
  if (shape->loss_ppm > 0 && random_ppm() < shape->loss_ppm) return false;
  uint64_t starts_ns = shaper->line_free_ns > now_ns ? shaper->line_free_ns : now_ns;
  if (queue_is_full(shaper, starts_ns, now_ns, packet->length)) return false;
  shaper->line_free_ns = starts_ns + transmission_ns(shape, packet->length);
  packet->due_ns = shaper->line_free_ns + shape->delay_ns;
  if (packet->due_ns < shaper->last_due_ns) packet->due_ns = shaper->last_due_ns;
  shaper->last_due_ns = packet->due_ns;
  append(shaper, packet);
  return true;
}

struct packet *shaper_deliver(struct shaper *shaper, uint64_t now_ns) {
  struct packet *packet = shaper->first;
  if (packet == NULL || packet->due_ns > now_ns) return NULL;
  shaper->first = packet->next;
  if (shaper->first == NULL) shaper->last = NULL;
  return packet;
}

uint64_t shaper_next_due(const struct shaper *shaper) { return shaper->first == NULL ? NEVER : shaper->first->due_ns; }
