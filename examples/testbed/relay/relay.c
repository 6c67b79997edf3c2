/* The wide area network of the test bed on kernels without netem: every ISP link is a pair of TUN devices in two network
 * namespaces; this one process reads packets at one end and writes them at the other when rate, queue, delay and loss of
 * that direction and IP version let them through.
 *
 *   relay PLAN      prints "ready" when all devices are attached; SIGHUP reads the shapes again; SIGTERM ends it
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "lateness.h"
#include "line_clock.h"
#include "plan.h"

enum { EVENTS = 64, BURST = 64, REALTIME_PRIORITY = 10 };
static const uint32_t TIMER = UINT32_MAX; /* epoll tag of the timer; TUN devices carry 2 * link + end */

static struct plan plan; /* zeroed, too large for the stack */
static volatile sig_atomic_t reread, stop;

static void on_signal(int number) {
  if (number == SIGHUP)
    reread = 1;
  else
    stop = 1;
}

static uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void die(const char *what) {
  fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
  exit(1);
}

static void enter_namespace(const char *name) {
  char path[NAME_BYTES + 16];
  snprintf(path, sizeof path, "/run/netns/%s", name);
  int target = open(path, O_RDONLY | O_CLOEXEC);
  if (target < 0 || setns(target, CLONE_NEWNET) != 0) die(path);
  close(target);
}

/* The device exists already (persistent), so its addresses and routes survive a restart of the relay. */
static int attach(const struct end *end) {
  enter_namespace(end->name_space);
  struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
  snprintf(request.ifr_name, sizeof request.ifr_name, "%s", end->device);
  int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (tun < 0 || ioctl(tun, TUNSETIFF, &request) != 0) die(end->device);
  return tun;
}

static void watch(int poll, int descriptor, uint32_t tag) {
  struct epoll_event event = {.events = EPOLLIN, .data.u32 = tag};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) != 0) die("epoll_ctl");
}

static void attach_all(int poll) {
  int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
  for (int i = 0; i < plan.count; i++)
    for (int end = 0; end < 2; end++) {
      plan.links[i].ends[end].tun = attach(&plan.links[i].ends[end]);
      watch(poll, plan.links[i].ends[end].tun, (uint32_t)(2 * i + end));
    }
  if (home < 0 || setns(home, CLONE_NEWNET) != 0) die("back to the first namespace");
  close(home);
}

/* Takes what arrived at one end into the shapers of that direction; bounded, so that no link starves the others. */
static void receive(struct link *link, int end, uint64_t now) {
  for (int i = 0; i < BURST; i++) {
    struct packet *packet = packet_new();
    if (packet == NULL) return;
    ssize_t length = read(link->ends[end].tun, packet->bytes, sizeof packet->bytes);
    if (length <= 0) {
      packet_free(packet);
      return;
    }
    packet->length = (uint32_t)length;
    int is_ipv6 = (packet->bytes[0] >> 4) == 6;
    if (!shaper_accept(&link->shapers[end][is_ipv6], packet, now)) packet_free(packet);
  }
}

/* Sends what is due in one direction of a link; returns when it has to be called again. */
static uint64_t send_due(struct link *link, int from, uint64_t now) {
  uint64_t next = NEVER;
  for (int version = 0; version < 2; version++) {
    struct shaper *shaper = &link->shapers[from][version];
    struct packet *packet;
    while ((packet = shaper_deliver(shaper, now)) != NULL) {
      /* A write fails only when the receiving side is going down: the packet is lost, as on a real wire. */
      ssize_t written = write(link->ends[1 - from].tun, packet->bytes, packet->length);
      (void)written;
      packet_free(packet);
    }
    uint64_t due = shaper_next_due(shaper);
    if (due < next) next = due;
  }
  return next;
}

static uint64_t send_all_due(uint64_t now) {
  uint64_t next = NEVER;
  for (int i = 0; i < plan.count; i++)
    for (int from = 0; from < 2; from++) {
      uint64_t due = send_due(&plan.links[i], from, now);
      if (due < next) next = due;
    }
  return next;
}

static void arm(int timer, uint64_t due) {
  static uint64_t armed = NEVER;
  if (due == NEVER || due == armed) return;
  struct itimerspec at = {.it_value = {(time_t)(due / 1000000000u), (long)(due % 1000000000u)}};
  if (timerfd_settime(timer, TFD_TIMER_ABSTIME, &at, NULL) != 0) die("timerfd_settime");
  armed = due;
}

static void handle(const struct epoll_event *event, int timer, uint64_t now) {
  uint64_t expirations;
  if (event->data.u32 != TIMER)
    receive(&plan.links[event->data.u32 / 2], (int)(event->data.u32 % 2), now);
  else if (read(timer, &expirations, sizeof expirations) < 0 && errno != EAGAIN)
    die("timer");
}

static void run(int poll, int timer, const char *plan_path) {
  sigset_t none;
  sigemptyset(&none);
  uint64_t now = 0, due = NEVER;
  while (!stop) {
    struct epoll_event events[EVENTS];
    int count = epoll_pwait(poll, events, EVENTS, -1, &none);
    if (reread) {
      reread = 0;
      plan_read_shapes(&plan, plan_path); /* a bad file is reported and the old shapes stay */
    }
    uint64_t machine = now_ns();
    lateness_tell(machine, due);
    now = line_clock_next(now, machine, due);
    for (int i = 0; i < count; i++) handle(&events[i], timer, now);
    due = send_all_due(now);
    arm(timer, due); /* at once, where now is behind the machine's time */
  }
}

/* Signals are let in only while waiting: one that came between the check and the wait would be noticed a packet too late. */
static void catch_signals(void) {
  static const int numbers[] = {SIGHUP, SIGTERM, SIGINT};
  struct sigaction action = {.sa_handler = on_signal};
  sigset_t blocked;
  sigemptyset(&blocked);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    sigaction(numbers[i], &action, NULL);
    sigaddset(&blocked, numbers[i]);
  }
  sigprocmask(SIG_BLOCK, &blocked, NULL);
}

int main(int count, char **arguments) {
  if (count != 2) {
    fprintf(stderr, "usage: relay PLAN\n");
    return 2;
  }
  if (!plan_read_links(&plan, arguments[1]) || !plan_read_shapes(&plan, arguments[1])) return 1;
  catch_signals();
  int poll = epoll_create1(EPOLL_CLOEXEC), timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
  if (poll < 0 || timer < 0) die("epoll or timer");
  watch(poll, timer, TIMER);
  attach_all(poll);
  /* On a busy machine a late relay is jitter that no one described; where it is not allowed we run as we are. */
  struct sched_param realtime = {.sched_priority = REALTIME_PRIORITY};
  sched_setscheduler(0, SCHED_FIFO, &realtime);
  printf("ready\n");
  fflush(stdout);
  run(poll, timer, arguments[1]);
  return 0;
}
