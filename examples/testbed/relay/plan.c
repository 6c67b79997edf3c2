#include "plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LINE_BYTES = 512 };
typedef bool line_reader(struct plan *plan, const char *line);

static struct link *find(struct plan *plan, const char *name) {
  for (int i = 0; i < plan->count; i++)
    if (strcmp(plan->links[i].name, name) == 0) return &plan->links[i];
  return NULL;
}

static bool read_link(struct plan *plan, const char *line) {
  if (plan->count == MOST_LINKS) return false;
  struct link *link = &plan->links[plan->count];
  memset(link, 0, sizeof *link);
  if (sscanf(line, "link %63s %63s %15s %63s %15s", link->name, link->ends[0].name_space, link->ends[0].device,
             link->ends[1].name_space, link->ends[1].device) != 5)
    return false;
  plan->count++;
  return true;
}

static bool read_shape(struct plan *plan, const char *line) {
  char name[NAME_BYTES], direction[3], version[3];
  uint64_t rate_bps, delay_us, queue_bytes;
  uint32_t loss_ppm;
  if (sscanf(line, "shape %63s %2s %2s %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu32, name, direction, version, &rate_bps,
             &delay_us, &queue_bytes, &loss_ppm) != 7)
    return false;
  struct link *link = find(plan, name);
  if (link == NULL) return false;
  struct shaper *shaper = &link->shapers[strcmp(direction, "ba") == 0][strcmp(version, "v6") == 0];
  shaper->shape = (struct shape){rate_bps, delay_us * 1000, queue_bytes, loss_ppm};
  return true;
}

static bool read_lines(struct plan *plan, const char *path, const char *keyword, line_reader *read_line) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    perror(path);
    return false;
  }
  char line[LINE_BYTES];
  bool good = true;
  for (int number = 1; good && fgets(line, sizeof line, file) != NULL; number++) {
    if (strncmp(line, keyword, strlen(keyword)) != 0) continue;
    good = read_line(plan, line);
    if (!good) fprintf(stderr, "%s:%d: cannot use this line: %s", path, number, line);
  }
  fclose(file);
  return good;
}

bool plan_read_links(struct plan *plan, const char *path) { return read_lines(plan, path, "link ", read_link); }
bool plan_read_shapes(struct plan *plan, const char *path) { return read_lines(plan, path, "shape ", read_shape); }
