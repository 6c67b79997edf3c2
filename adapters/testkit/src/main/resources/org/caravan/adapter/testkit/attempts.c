/* Tries, from inside a container, what must not be possible there, and says for each attempt on a line of its own:
 *
 *     NAME refused ERRNO-NAME | NAME done | NAME killed SIGNAL | NAME DETAIL
 *
 * Static, because the image has no libraries. An attempt that succeeds must not harm the machine of the test: modules are empty,
 * the kernel to boot is none, the clock is set to what it is. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/sched.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *name, int ok) {
  if (ok) printf("%s done\n", name);
  else printf("%s refused %s\n", name, strerrorname_np(errno));
}

/* In a process of its own, which a filter may kill and which may end up somewhere else. */
static void attempt(const char *name, int (*body)(void)) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(5);
    say(name, body() >= 0);
    fflush(stdout);
    _exit(0);
  }
  int status;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) printf("%s killed %s\n", name, strsignal(WTERMSIG(status)));
}

#define ATTEMPT(name, ...) \
  do { \
    int body(void) { return (int)(__VA_ARGS__); } \
    attempt(name, body); \
  } while (0)

static int opened(const char *path, int flags) {
  int descriptor = open(path, flags | O_NONBLOCK | O_CLOEXEC);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

static int written(const char *path, const char *text) {
  int descriptor = open(path, O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  return (int)write(descriptor, text, strlen(text));
}

/* Reads one byte: an empty file in place of one of the kernel's is as good as a refusal. */
static int read_from(const char *path) {
  char byte;
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return -1;
  ssize_t got = read(descriptor, &byte, 1);
  if (got == 0) errno = ENODATA;
  return got == 1 ? 0 : -1;
}

/* The kernel shows zeros in place of addresses to programs without CAP_SYSLOG (kptr_restrict(5) of proc): names alone are no way out. */
static int kernel_address(void) {
  char digits[16];
  int descriptor = open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  ssize_t got = read(descriptor, digits, sizeof digits);
  for (ssize_t i = 0; i < got && digits[i] != ' '; i++)
    if (digits[i] != '0') return 0;
  errno = ENODATA;
  return -1;
}

static int device(const char *path, mode_t kind, int major, int minor) {
  unlink(path);
  if (mknod(path, kind | 0666, makedev(major, minor)) != 0) return -1;
  return opened(path, O_RDONLY);
}

static int clone3_with(uint64_t flags) {
  struct clone_args arguments = {.flags = flags, .exit_signal = SIGCHLD};
  long child = syscall(SYS_clone3, &arguments, sizeof arguments);
  if (child == 0) _exit(0);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return child < 0 ? -1 : 0;
}

static int clone_with(unsigned long flags) {
  long child = syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  if (child > 0) waitpid((pid_t)child, NULL, 0);
  return child < 0 ? -1 : 0;
}

/* By the system calls of i386 (int $0x80), which a kernel on x86_64 may have too: there a filter cannot read the family, because it is in
 * memory. The address of the words fits into 32 bits, since the program is static. */
static int i386_socket(int family) {
#ifdef __x86_64__
  static unsigned words[3];
  long result = 102; /* socketcall(2) */
  words[0] = (unsigned)family;
  words[1] = SOCK_STREAM;
  __asm__ volatile("int $0x80" : "+a"(result) : "b"(1L), "c"((long)words), "d"(0L) : "memory", "r8", "r9", "r10", "r11");
  if ((int)result < 0) errno = -(int)result;
  return (int)result < 0 ? -1 : (int)result;
#else
  errno = ENOSYS;
  return family < 0 ? family : -1;
#endif
}

/* As an unprivileged user of the container: what does a setuid program of root give? */
static void setuid_program(const char *program) {
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    setgroups(0, NULL);
    if (setgid(1000) != 0 || setuid(1000) != 0) _exit(1);
    execl(program, program, "--who", (char *)NULL);
    say("setuid", 0);
    fflush(stdout);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

static void status_line(const char *word) {
  char line[256];
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, word, strlen(word)) == 0 && line[strlen(word)] == ':') printf("%s %s", word, line + strlen(word) + 2);
  if (status) fclose(status);
}

int main(int count, char **arguments) {
  if (count == 2 && strcmp(arguments[1], "--who") == 0) {
    printf("setuid user-%d\n", (int)geteuid());
    return 0;
  }
  for (const char *const *word = (const char *const[]){"CapBnd", "CapEff", "NoNewPrivs", "Seccomp", NULL}; *word; word++)
    status_line(*word);

  struct utsname system;
  uname(&system);
  printf("machine %s\n", system.machine);

  /* Devices that somebody put into a layer, and such as are made here. */
  ATTEMPT("layer-disk", opened("/planted/disk", O_RDWR));
  ATTEMPT("layer-loop-control", opened("/planted/loop-control", O_RDWR));
  ATTEMPT("layer-memory", opened("/planted/mem", O_RDONLY));
  ATTEMPT("layer-kmsg", opened("/planted/kmsg", O_WRONLY));
  ATTEMPT("mknod-disk", device("/made", S_IFBLK, 7, 0));
  ATTEMPT("mknod-disk-in-dev", device("/dev/made", S_IFBLK, 7, 0));
  ATTEMPT("mknod-null", device("/made", S_IFCHR, 1, 3));
  setuid_program("/planted/setuid");

  /* Namespaces */
  ATTEMPT("unshare-user", unshare(CLONE_NEWUSER));
  ATTEMPT("unshare-mount", unshare(CLONE_NEWNS));
  ATTEMPT("unshare-net", unshare(CLONE_NEWNET));
  ATTEMPT("clone-user", clone_with(CLONE_NEWUSER));
  ATTEMPT("clone-net", clone_with(CLONE_NEWNET));
  ATTEMPT("clone3-user", clone3_with(CLONE_NEWUSER));
  ATTEMPT("setns-net", setns(open("/proc/self/ns/net", O_RDONLY), CLONE_NEWNET));

  /* Mounts and roots */
  ATTEMPT("mount-tmpfs", mount("none", "/mnt", "tmpfs", 0, ""));
  ATTEMPT("mount-proc", mount("none", "/mnt", "proc", 0, ""));
  ATTEMPT("mount-remount-dev", mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
  ATTEMPT("umount-proc-sys", umount2("/proc/sys", MNT_DETACH));
  ATTEMPT("fsopen", syscall(SYS_fsopen, "tmpfs", 0));
  ATTEMPT("open-tree", syscall(SYS_open_tree, AT_FDCWD, "/", 1));
  ATTEMPT("pivot-root", syscall(SYS_pivot_root, "/", "/mnt"));
  ATTEMPT("chroot", chroot("/mnt"));
  ATTEMPT("open-by-handle", syscall(SYS_open_by_handle_at, AT_FDCWD,
        &(struct { unsigned bytes; int type; char handle[8]; }){8, 1, {2}}, O_RDONLY));
  ATTEMPT("swapon", syscall(SYS_swapon, "/made", 0));

  /* Keyrings, and what measures and programs the kernel */
  ATTEMPT("add-key", syscall(SYS_add_key, "user", "caravan", "x", 1, -3));
  ATTEMPT("keyctl", syscall(SYS_keyctl, 0, -3, 1));
  ATTEMPT("request-key", syscall(SYS_request_key, "user", "caravan", NULL, -3));
  ATTEMPT("bpf", syscall(SYS_bpf, 0, &(uint32_t[32]){2, 4, 4, 1}, 128));
  ATTEMPT("perf-event-open", syscall(SYS_perf_event_open, &(uint32_t[32]){1, 112}, 0, -1, -1, 0));
  ATTEMPT("userfaultfd", syscall(SYS_userfaultfd, 1));
  ATTEMPT("io-uring", syscall(SYS_io_uring_setup, 1, &(uint32_t[32]){0}));
  ATTEMPT("fanotify", syscall(SYS_fanotify_init, 0x200, 0));

  /* Other processes */
  ATTEMPT("ptrace-init", syscall(SYS_ptrace, 16, 1, 0, 0));
  ATTEMPT("process-vm-readv", syscall(SYS_process_vm_readv, 1, NULL, 0, NULL, 0, 0));
  ATTEMPT("kcmp", syscall(SYS_kcmp, getpid(), 1, 0, 0, 0));

  /* The machine */
  ATTEMPT("kexec-load", syscall(SYS_kexec_load, 0, 0, NULL, 0));
  ATTEMPT("reboot", syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0)); /* CAD off: harmless */
  ATTEMPT("init-module", syscall(SYS_init_module, "", 0, ""));
  ATTEMPT("finit-module", syscall(SYS_finit_module, 0, "", 0));
  ATTEMPT("delete-module", syscall(SYS_delete_module, "none", 0));
  ATTEMPT("sethostname", sethostname("other", 5));
  ATTEMPT("set-clock", ({ struct timeval now; gettimeofday(&now, NULL); settimeofday(&now, NULL); }));
  ATTEMPT("syslog", syscall(SYS_syslog, 3, (char[16]){0}, 16));
  ATTEMPT("nice", syscall(SYS_setpriority, 0, 0, -10));

  /* Sockets beside those of the plan */
  ATTEMPT("socket-packet", socket(AF_PACKET, SOCK_RAW, 0));
  ATTEMPT("socket-raw", socket(AF_INET, SOCK_RAW, 1));
  ATTEMPT("socket-alg", socket(38, SOCK_SEQPACKET, 0));
  ATTEMPT("socket-vsock", socket(AF_VSOCK, SOCK_STREAM, 0));
  ATTEMPT("socket-vsock-i386", i386_socket(AF_VSOCK));

  /* The kernel's files */
  ATTEMPT("write-core-pattern", written("/proc/sys/kernel/core_pattern", "core"));
  ATTEMPT("write-ip-forward", written("/proc/sys/net/ipv4/ip_forward", "1"));
  ATTEMPT("write-accept-ra", written("/proc/sys/net/ipv6/conf/eth0/accept_ra", "1"));
  ATTEMPT("write-sysrq", written("/proc/sysrq-trigger", "?"));
  ATTEMPT("write-oom", written("/proc/self/oom_score_adj", "-900"));
  ATTEMPT("write-sys", written("/sys/class/net/lo/ifalias", "x"));
  ATTEMPT("write-uevent", written("/sys/kernel/uevent_helper", "/x"));
  ATTEMPT("write-cgroup", written("/sys/fs/cgroup/cgroup.procs", "0"));
  ATTEMPT("read-kcore", read_from("/proc/kcore"));
  ATTEMPT("read-keys", read_from("/proc/keys"));
  ATTEMPT("read-kallsyms", kernel_address());
  ATTEMPT("read-timer-list", read_from("/proc/timer_list"));
  ATTEMPT("read-firmware", opened("/sys/firmware/dmi", O_RDONLY));

  /* The node's folders */
  ATTEMPT("read-copies", opened("/var/lib/lxc", O_RDONLY));
  ATTEMPT("read-layers", opened("/var/lib/caravan/layers", O_RDONLY));
  ATTEMPT("read-node", opened("/etc/caravan/node.json", O_RDONLY));
  ATTEMPT("write-names", written("/run/caravan/hosts", "127.0.0.1 db\n"));

  /* And what has to go on */
  ATTEMPT("use-null", written("/dev/null", "x"));
  ATTEMPT("use-zero", read_from("/dev/zero"));
  ATTEMPT("use-full", opened("/dev/full", O_RDWR));
  ATTEMPT("use-random", opened("/dev/random", O_RDONLY));
  ATTEMPT("use-urandom", read_from("/dev/urandom"));
  ATTEMPT("use-ptmx", opened("/dev/ptmx", O_RDWR));
  ATTEMPT("use-own-file", ({ int own = open("/own", O_CREAT | O_RDWR, 0600); own < 0 ? -1 : fchown(own, 1000, 1000); }));
  ATTEMPT("use-deletion", unlink("/planted/below"));
  ATTEMPT("use-fork", clone_with(0));
  ATTEMPT("use-tcp", socket(AF_INET6, SOCK_STREAM, 0));
  ATTEMPT("use-netlink", socket(AF_NETLINK, SOCK_RAW, 0));
  ATTEMPT("use-other-user", setgid(1000) == 0 && setuid(1000) == 0 ? 0 : -1);
  ATTEMPT("use-low-port", ({
    struct { unsigned short family, port; char rest[24]; } any = {AF_INET, 0x5700, {0}}; /* 87 in network order */
    setuid(1000);
    bind(socket(AF_INET, SOCK_STREAM, 0), (struct sockaddr *)&any, 16);
  }));
  return 0;
}
