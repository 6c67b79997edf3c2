/* The program of a test's container: holds MIB of memory, says so, and either ends or waits to be stopped.   hog MIB [ends] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **arguments) {
  int mib = count > 1 ? atoi(arguments[1]) : 0;
  for (int i = 0; i < mib; i++) {
    void *block = malloc(1 << 20);
    if (block == NULL) return 1;
    memset(block, 1, 1 << 20);
  }
  printf("held %d MiB\n", mib);
  fflush(stdout);
  while (count < 3) pause();
  return 0;
}
