/* Process 1 of an emulated node: runs one service (sshd), collects orphans (LXC monitors become ours when their ssh session
 * ends), and takes everything on the node with it when it ends. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void on_terminate(int number) { _exit(128 + number); } /* the kernel then kills the whole pid namespace */

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: init SERVICE [ARGUMENT...]\n");
    return 2;
  }
  signal(SIGTERM, on_terminate);
  pid_t service = fork();
  if (service < 0) return 1;
  if (service == 0) {
    signal(SIGTERM, SIG_DFL);
    execv(arguments[1], arguments + 1);
    perror(arguments[1]);
    _exit(127);
  }
  for (;;) {
    int status;
    pid_t ended = wait(&status);
    if (ended == service) return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
    if (ended < 0 && errno != EINTR) return 1;
  }
}
