package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The list of system calls and its two formats. That kernels and engines take them is tested by IsolationContract. */
class SeccompProfileTest {

    private static final List<SeccompProfile.Rule> RULES = SeccompProfile.rules();

    private static Set<String> decided(int errno) {
        return RULES.stream().filter(rule -> rule.errno() == errno && rule.condition().isEmpty()).flatMap(rule -> rule.names().stream())
                .collect(Collectors.toSet());
    }

    @Test
    void eachCallIsDecidedOnce() {
        List<String> names = RULES.stream().filter(rule -> rule.condition().isEmpty()).flatMap(rule -> rule.names().stream()).toList();
        assertThat(names).doesNotHaveDuplicates();
        Set<String> conditional = RULES.stream().filter(rule -> rule.condition().isPresent()).flatMap(rule -> rule.names().stream())
                .collect(Collectors.toSet());
        assertThat(conditional).containsExactlyInAnyOrder("clone", "personality", "socket").doesNotContainAnyElementsOf(names);
    }

    @Test
    void whatLeavesAContainerIsRefused() {
        assertThat(decided(1)).contains("mount", "umount2", "unshare", "setns", "bpf", "perf_event_open", "keyctl", "add_key", "ptrace",
                "open_by_handle_at", "init_module", "finit_module", "kexec_load", "kexec_file_load", "reboot", "pivot_root", "fsopen",
                        "move_mount");
        assertThat(decided(38)).contains("clone3", "io_uring_setup");
        assertThat(decided(0)).contains("read", "futex", "execve", "openat", "setuid", "epoll_wait", "clock_gettime64");
    }

    /** Each flag of a new namespace, alone, is refused; none of them is allowed. */
    @Test
    void noFlagOfANamespacePassesClone() {
        List<SeccompProfile.Rule> clone = RULES.stream().filter(rule -> rule.names().contains("clone")).toList();
        Function<Long, List<Integer>> errnos = flags -> clone.stream().filter(rule -> rule.condition()
                .filter(argument -> (flags & argument.mask()) == argument.value()).isPresent()).map(SeccompProfile.Rule::errno).distinct()
                .toList();
        // CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (sched.h), each with SIGCHLD
        for (long flag : new long[] {0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000}) {
            assertThat(errnos.apply(flag | 17)).as(Long.toHexString(flag)).containsExactly(1);
        }
        assertThat(errnos.apply(17L)).as("a fork").containsExactly(0);
        assertThat(errnos.apply(0x3d0f00L)).as("a thread of the C library").containsExactly(0);
    }

    @Test
    void lxcsFormat() {
        List<String> lines = SeccompProfile.forLxc().lines().toList();
        assertThat(lines).startsWith("2", "allowlist errno 38")
                .contains("read allow", "mount errno 1", "clone allow [0,0,SCMP_CMP_MASKED_EQ,2114060288]",
                "clone errno 1 [0,268435456,SCMP_CMP_MASKED_EQ,268435456]", "socket errno 97 [0,16,SCMP_CMP_GT,0]");
        assertThat(lines.subList(2, lines.size())).as("a rule that repeats the default action is an error")
                .noneMatch(line -> line.contains("errno 38"));
    }

    @Test
    void dockersFormat() {
        assertThat(SeccompProfile.forDocker()).startsWith("{\"defaultAction\":\"SCMP_ACT_ERRNO\",\"defaultErrnoRet\":38,")
                .contains("{\"names\":[\"clone3\"],\"action\":\"SCMP_ACT_ERRNO\",\"errnoRet\":38}")
                .contains("{\"names\":[\"clone\"],\"action\":\"SCMP_ACT_ALLOW\",\"args\":[{\"index\":0,\"value\":2114060288,\"valueTwo\":0,"
                + "\"op\":\"SCMP_CMP_MASKED_EQ\"}]}")
                .contains("{\"index\":0,\"value\":16,\"valueTwo\":0,\"op\":\"SCMP_CMP_EQ\"}");
    }
}
