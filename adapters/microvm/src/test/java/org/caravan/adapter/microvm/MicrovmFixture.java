package org.caravan.adapter.microvm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.ScriptFixture;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** A node of the test bed, looked at by commands of its own. */
final class MicrovmFixture implements AdapterFixture {

    private final EmulatedBed bed = MicrovmBed.bed();

    @Override
    public CloudAdapter connect() {
        return MicrovmBed.adapter();
    }

    @Override
    public Host host() {
        return bed.east("microvm");
    }

    @Override
    public Host unreachableHost() {
        return bed.away("microvm");
    }

    @Override
    public CopySpec spec(int slot) {
        return new CopySpec(FormKind.MICROVM, Unikernel.NAME, new MilliCores(250), Bytes.ofMebi(64), Map.of("CARAVAN_INSTANCE", "web:1"),
                List.of(new Endpoint("web", 80, new Readiness.HttpAnswers("/", 200))), EmulatedBed.addresses(slot), List.of(),
                Optional.empty(), Optional.empty(), Optional.empty());
    }

    @Override
    public String missingImage() {
        return "examples/none";
    }

    /** By hand, and without a bridge: nothing that looks like ours. */
    @Override
    public void startForeignWorkload() {
        bed.on(host(), """
                qemu-system-x86_64 -name foreign.looks.1.1 -M microvm -accel tcg -m 16 -nodefaults -display none -S -daemonize \\
                    -pidfile /run/foreign.pid </dev/null >/dev/null 2>&1
                """);
    }

    @Override
    public void endForeignWorkload() {
        bed.on(host(), "[ ! -f /run/foreign.pid ] || kill -9 $(cat /run/foreign.pid); rm -f /run/foreign.pid");
    }

    private static String pid(CopyId id) {
        return "$(cat /var/lib/caravan/microvm/" + id.label() + "/pid)";
    }

    @Override
    public String startMark(CopyId id) {
        return bed.on(host(), "cut -d ' ' -f 1,22 /proc/%s/stat".formatted(pid(id)));
    }

    @Override
    public void endProcess(CopyId id) {
        bed.on(host(), "kill -9 " + pid(id));
    }

    @Override
    public OptionalInt exitCodeOfEnd() {
        return OptionalInt.empty(); // QEMU's own, which nothing waits for
    }

    @Override
    public void crash(CopyId id) {
        bed.on(host(), ScriptFixture.hold(id) + "pid=%s; kill -9 $pid; while [ -d /proc/$pid ]; do sleep 0.01; done".formatted(pid(id)));
    }

    @Override
    public Optional<String> addressOf(CopyId id, String peer) {
        throw new UnsupportedOperationException("a unikernel asks nobody");
    }

    @Override
    public String sourceTowards(CopyId id, String address) {
        throw new UnsupportedOperationException("a unikernel asks nobody");
    }

    @Override
    public List<String> remainsOf(CopyId id) {
        return bed.on(host(), """
                find /var/lib/caravan/microvm /dev/shm /sys/fs/cgroup -name '*%1$s*' 2>/dev/null || true
                ip -o link show %2$s 2>/dev/null || true
                for file in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$file 2>/dev/null | grep -F %1$s | grep -v grep || true; done
                """.formatted(id.label(), CopyVariables.deviceOf(id))).lines().toList();
    }
}
