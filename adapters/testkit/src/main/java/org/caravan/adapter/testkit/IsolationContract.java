package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyCommand;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that a program in a container cannot harm its host. {@code attempts.c} runs once as a child of the image's program and once
 * as a command of an operator. Device nodes and a setuid program are placed into the unpacked layer on the host, as if all layer
 * checks had failed. Prints expected and observed results.
 */
public abstract class IsolationContract {

    private static final CopyId COPY = new CopyId("isolation", new InstanceId("attempts", 1), 1);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Bytes MOST = new Bytes(100_000);
    private static final String EPERM = "refused EPERM";

    private AdapterFixture ground;
    private Host host;
    private CloudAdapter adapter;

    protected abstract AdapterFixture ground();

    protected abstract EmulatedBed bed();

    /** Removes the form's own data of the image, except for unpacked layers. */
    protected void forgetImages() {}

    /** Attempts whose result differs from {@link #expected}: regular expressions of the whole answer. */
    protected abstract Map<String, String> differences();

    private static String source() {
        try (InputStream text = IsolationContract.class.getResourceAsStream("attempts.c")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    final void runACopyOfAPlantedImage() {
        ground = ground();
        host = ground.host();
        adapter = ground.connect();
        CopySpec spec = ground.spec(231);
        adapter.ensureImage(host, spec.image());
        forgetImages();
        bed().on(host, """
                cd "$(dirname "$(ls -d /var/lib/caravan/layers/*/bin/busybox)")/.."
                rm -rf attempts planted srv/cgi-bin
                mkdir -p planted srv/cgi-bin mnt
                gcc -static -O1 -o attempts -x c - <<'SOURCE'
                %s
                SOURCE
                cp attempts planted/setuid
                chmod 6755 planted/setuid
                mknod -m 666 planted/disk b 7 0
                mknod -m 666 planted/loop-control c 10 237
                mknod -m 666 planted/mem c 1 1
                mknod -m 666 planted/kmsg c 1 11
                : >planted/below
                printf '#!/bin/sh\\necho; /attempts\\n' >srv/cgi-bin/attempts
                chmod 755 srv/cgi-bin/attempts
                """.formatted(source()));
        adapter.ensure(host, COPY, spec, List.of());
        new ContractCopies(ground, adapter).awaitReady(COPY, spec);
    }

    @AfterEach
    final void removeWhatWasPlanted() {
        adapter.destroy(host, COPY);
        bed().on(host, """
                cd "$(dirname "$(ls -d /var/lib/caravan/layers/*/bin/busybox)")/.."
                rm -rf attempts planted srv/cgi-bin mnt
                """);
        forgetImages();
        adapter.close();
    }

    @Test
    void aProgramOfTheImageDoesNothingToItsHost() {
        judge("the image's program", run("/bin/wget", "-q", "-O", "-", "http://127.0.0.1/cgi-bin/attempts"));
    }

    @Test
    void aCommandInTheCopyDoesNothingToItsHost() {
        judge("a command in the copy", run("/attempts"));
    }

    private String run(String... words) {
        CopyCommand.Outcome outcome = adapter.exec(host, COPY, new CopyCommand(List.of(words), LIMIT, MOST));
        assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
        return outcome.output();
    }

    private void judge(String by, String output) {
        Map<String, String> seen = new LinkedHashMap<>();
        output.lines().map(line -> line.split(" ", 2)).filter(line -> line.length == 2).forEach(line -> seen.put(line[0], line[1].strip()));
        Map<String, String> expected = expected();
        expected.putAll(differences());
        System.out.printf("%n%s, %s%n%-20s %-28s %s%n", adapter.provider(), by, "attempt", "expected", "seen");
        expected.forEach((attempt, wanted) -> System.out.printf("%-20s %-28s %s%n", attempt, wanted, seen.get(attempt)));
        SoftAssertions all = new SoftAssertions();
        all.assertThat(seen.keySet()).as("each attempt has its line").isEqualTo(expected.keySet());
        expected.forEach((attempt, wanted) -> all.assertThat(seen.get(attempt)).as(attempt).matches(wanted));
        all.assertAll();
    }

    private static Map<String, String> expected() {
        Map<String, String> expected = new LinkedHashMap<>();
        // CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID, NET_BIND_SERVICE
        expected.put("CapBnd", "00000000000004fb");
        expected.put("CapEff", "00000000000004fb");
        expected.put("NoNewPrivs", "1");
        expected.put("Seccomp", "2");
        expected.put("machine", "x86_64|aarch64|armv[78]l"); // not i686, as which LXC could run it
        for (String device : List.of("layer-disk", "layer-loop-control", "layer-memory", "layer-kmsg")) {
            expected.put(device, "refused (EACCES|EPERM)");
        }
        for (String device : List.of("mknod-disk", "mknod-disk-in-dev", "mknod-null")) {
            expected.put(device, EPERM);
        }
        expected.put("setuid", "user-1000");
        for (String call : List.of("unshare-user", "unshare-mount", "unshare-net", "clone-user", "clone-net")) {
            expected.put(call, EPERM);
        }
        expected.put("clone3-user", "refused ENOSYS");
        for (String call : List.of("setns-net", "mount-tmpfs", "mount-proc", "mount-remount-dev", "umount-proc-sys", "fsopen", "open-tree",
                "pivot-root", "chroot", "open-by-handle", "swapon", "add-key", "keyctl", "request-key", "bpf", "perf-event-open",
                        "userfaultfd")) {
            expected.put(call, EPERM);
        }
        expected.put("io-uring", "refused ENOSYS");
        for (String call : List.of("fanotify", "ptrace-init", "process-vm-readv", "kcmp", "kexec-load", "reboot", "init-module",
                "finit-module", "delete-module", "sethostname", "set-clock", "syslog")) {
            expected.put(call, EPERM);
        }
        expected.put("nice", "refused EACCES");
        expected.put("socket-packet", "refused EAFNOSUPPORT");
        expected.put("socket-raw", EPERM);
        expected.put("socket-alg", "refused EAFNOSUPPORT");
        expected.put("socket-vsock", "refused EAFNOSUPPORT");
        expected.put("socket-vsock-i386", "killed Bad system call|refused ENOSYS"); // ENOSYS on arm, which has no such calls
        for (String file : List.of("write-core-pattern", "write-ip-forward", "write-accept-ra")) {
            expected.put(file, "refused (EROFS|EACCES)");
        }
        expected.put("write-oom", "refused EACCES");
        for (String file : List.of("write-sysrq", "write-sys", "write-uevent", "write-cgroup")) {
            expected.put(file, "refused (EROFS|EACCES|ENOENT)");
        }
        for (String file : List.of("read-kcore", "read-keys", "read-kallsyms", "read-timer-list", "read-firmware")) {
            expected.put(file, "refused (ENODATA|EACCES|ENOENT|EPERM)");
        }
        for (String folder : List.of("read-copies", "read-layers", "read-node")) {
            expected.put(folder, "refused ENOENT");
        }
        expected.put("write-names", "refused (EROFS|EACCES|ENOENT)");
        for (String use : List.of("null", "zero", "full", "random", "urandom", "ptmx", "own-file", "deletion", "fork", "tcp", "netlink",
                "other-user", "low-port")) {
            expected.put("use-" + use, "done");
        }
        return expected;
    }
}
