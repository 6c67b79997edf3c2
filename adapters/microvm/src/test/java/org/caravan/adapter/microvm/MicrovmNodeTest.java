package org.caravan.adapter.microvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.ScriptFixture;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the contract does not ask: the machine as its neighbours and its host see it. */
@Tag("real")
@ExtendWith(MicrovmBed.class)
class MicrovmNodeTest {

    private static final CopyId WEB = new CopyId("node-test", new InstanceId("web", 1), 1);

    private EmulatedBed bed;
    private Host host;
    private MicrovmAdapter adapter;
    private CopySpec spec;

    @BeforeEach
    void start() {
        bed = MicrovmBed.bed();
        host = bed.east("microvm");
        adapter = MicrovmBed.adapter();
        spec = new MicrovmFixture().spec(210);
        adapter.ensureImage(host, spec.image());
        adapter.ensure(host, WEB, spec, List.of());
        await().until(() -> adapter.whyNotReady(host, WEB, spec.endpoints().get(0)).isEmpty());
    }

    @AfterEach
    void end() {
        adapter.destroy(host, WEB);
    }

    @Test
    void answersTheOtherSiteAtEveryAddressByTheIspThatWasAsked() {
        for (CopyAddress address : spec.addresses()) {
            String answer = bed.on(bed.west("microvm"), """
                    exec 3<>/dev/tcp/%s/80
                    printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3
                    cat <&3
                    """.formatted(address.address()));
            assertThat(answer).startsWith("HTTP/1.1 200 OK").endsWith("Good day from web:1, a unikernel");
        }
    }

    @Test
    void countsTheConnectionsThatOthersHold() {
        Host west = bed.west("microvm");
        bed.on(west, """
                (exec 3<>/dev/tcp/10.1.1.210/80 4<>/dev/tcp/10.2.1.210/80 5<>/dev/tcp/fd4e:1:1::d2/80; \
                exec sleep 600) </dev/null >/dev/null 2>&1 &
                echo $! >/run/holder.pid
                """);
        await().until(() -> adapter.openConnections(host, WEB) == 3);
        bed.on(west, "kill $(cat /run/holder.pid)");
        await().until(() -> adapter.openConnections(host, WEB) == 0);
    }

    @Test
    void doesNotStartAKernelThatIsNotItsImages() {
        // Held, because the keeper would otherwise start it before its kernel is another one.
        bed.on(host, ScriptFixture.hold(WEB) + """
                folder=/var/lib/caravan/microvm/%s
                pid=$(cat $folder/pid)
                kill -9 $pid
                while [ -d /proc/$pid ]; do sleep 0.01; done
                cp $folder/kernel $folder/other && printf x >>$folder/other && mv -f $folder/other $folder/kernel
                """.formatted(WEB.label()));
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(host, WEB, spec, List.of()));
        assertThat(fault).hasMessageContaining(WEB.label()).hasMessageContaining("is not the one of its image");
        assertThat(adapter.observe(host)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
    }

    @Test
    void comesBackByItselfWhenItsHostLostItsPower() {
        List<ObservedCopy> before = adapter.observe(host);
        bed.reboot(host);
        await().until(() -> adapter.whyNotReady(host, WEB, spec.endpoints().get(0)).isEmpty());
        assertThat(adapter.observe(host)).isEqualTo(before);
        String start = new MicrovmFixture().startMark(WEB);
        adapter.ensure(host, WEB, spec, List.of());
        assertThat(new MicrovmFixture().startMark(WEB)).as("the server finds nothing to do").isEqualTo(start);
    }

    /** As an earlier version made it: its own script gives it a port without a filter. */
    @Test
    void aMachineOfBeforeThereWereFiltersGetsOneThatOutlivesItsHost() {
        bed.on(host, """
                file=/var/lib/caravan/microvm/%s/again
                last=$(tail -n 1 $file)
                sed -i -e '$d' -e '/ HAS_FILTERS=/d' $file
                echo 'put_filter() { :; }' >>$file
                printf '%%s\\n' "$last" >>$file
                """.formatted(WEB.label()));
        Admitted none = Admitted.of(List.of());
        adapter.admit(host, WEB, spec, none);
        assertThat(adapter.observe(host)).extracting(ObservedCopy::admitted).containsExactly(Optional.of(none));
        bed.reboot(host);
        await().until(() -> adapter.whyNotReady(host, WEB, spec.endpoints().get(0)).isEmpty());
        assertThat(adapter.observe(host)).extracting(ObservedCopy::admitted).containsExactly(Optional.of(none));
    }

    @Test
    void runsWithinItsLimits() {
        String facts = bed.on(host, """
                cat /sys/fs/cgroup/memory/caravan/%1$s/memory.limit_in_bytes /sys/fs/cgroup/caravan/%1$s/memory.max 2>/dev/null || true
                cat /sys/fs/cgroup/cpu/caravan/%1$s/cpu.cfs_quota_us 2>/dev/null || cut -d ' ' -f 1 /sys/fs/cgroup/caravan/%1$s/cpu.max
                cat /sys/fs/cgroup/pids/caravan/%1$s/pids.max /sys/fs/cgroup/caravan/%1$s/pids.max 2>/dev/null || true
                """.formatted(WEB.label()));
        assertThat(facts.lines()).containsExactly(Long.toString(spec.memory().value()), "100000", "128");
    }

    /** What a guest gains that takes over its QEMU: a process without rights, files and programs, under a user that nothing else has. */
    @Test
    void itsProcessMayDoNothingButRunIt() {
        CopyId other = new CopyId("node-test", new InstanceId("web", 2), 1);
        adapter.ensure(host, other, new MicrovmFixture().spec(211), List.of());
        try {
            Map<String, String> facts = facts(WEB);
            assertThat(Long.parseLong(facts.get("Uid"))).isBetween(0x7000_0000L, 0x7fff_ffffL);
            assertThat(facts).containsEntry("Gid", facts.get("Uid")).containsEntry("CapEff", "0000000000000000")
                    .containsEntry("CapPrm", "0000000000000000")
                    .containsEntry("CapInh", "0000000000000000").containsEntry("CapAmb", "0000000000000000")
                    .containsEntry("NoNewPrivs", "1").containsEntry("Seccomp", "2");
            assertThat(facts(other).get("Uid")).isNotEqualTo(facts.get("Uid"));
        } finally {
            adapter.destroy(host, other);
        }
        String pid = "$(cat /var/lib/caravan/microvm/" + WEB.label() + "/pid)";
        assertThat(bed.on(host, "ls -A /proc/" + pid + "/root/ | wc -l").strip()).as("files that it can name").isEqualTo("0");
        assertThat(bed.on(host, "tr '\\0' ' ' </proc/" + pid + "/cmdline")).contains("-sandbox on,obsolete=deny,resourcecontrol=deny")
                .doesNotContain("-fsdev", "-virtfs", "vhost-user-fs", "-drive", "-usb", "-monitor", "-qmp", "-vnc", "-incoming");
        List<String> open = bed.on(host, "for fd in /proc/" + pid + "/fd/*; do readlink $fd || true; done").lines().sorted().distinct()
                .toList();
        assertThat(open).allSatisfy(file -> assertThat(file)
                .matches("/dev/(null|kvm|net/tun)|/dev/shm/caravan[.].*|anon_inode:.*|/memfd:.*|pipe:.*"
                + "|socket:.*|.*/microvm/[^/]*/(console[.]log|pid|kernel|qemu[.]log)( .deleted.)?"));
        assertThat(bed.on(host, "stat -c '%a %U' /dev/shm/caravan." + WEB.label()).strip())
                .as("the guest's memory, for other users of the node").isEqualTo("640 root");
    }

    private Map<String, String> facts(CopyId id) {
        return bed.on(host, "awk -F ':?[ \\t]+' '{ print $1 \"=\" $2 }' /proc/$(cat /var/lib/caravan/microvm/" + id.label()
                + "/pid)/status").lines()
                .filter(line -> line.contains("="))
                .collect(Collectors.toMap(line -> line.split("=", 2)[0], line -> line.split("=", 2)[1], (one, same) -> one));
    }

    @Test
    void keepsALogThatGrowsWithinBounds() {
        bed.on(host, "yes 'a line of the guest' | head -c 3000000 >>/var/lib/caravan/microvm/%s/console.log".formatted(WEB.label()));
        assertThat(adapter.log(host, WEB, 2)).hasSize(2).containsOnly("a line of the guest");
        String size = bed.on(host, "cat /var/lib/caravan/microvm/%s/console.log* | wc -c".formatted(WEB.label()));
        assertThat(Long.parseLong(size)).isBetween(1_000_000L, 1_100_000L);
    }
}
