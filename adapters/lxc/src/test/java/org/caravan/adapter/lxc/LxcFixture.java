package org.caravan.adapter.lxc;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.node.CopyVariables;
import org.caravan.adapter.testkit.AdapterFixture;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.adapter.testkit.ScriptFixture;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** A node of the test bed, looked at by commands of its own. */
final class LxcFixture implements AdapterFixture {

    private static final String FOREIGN = "foreign.looks.1.1";

    private final Host host;

    LxcFixture(Host host) {
        this.host = host;
    }

    static CopySpec spec(int slot, String image) {
        return spec(image, EmulatedBed.addresses(slot));
    }

    static CopySpec westSpec(int slot, String image) {
        return spec(image, EmulatedBed.westAddresses(slot));
    }

    private static CopySpec spec(String image, List<CopyAddress> addresses) {
        return new CopySpec(image, new MilliCores(250), Bytes.ofMebi(64), Map.of("CARAVAN_INSTANCE", "web:1"),
                List.of(new Endpoint("web", 80, new Readiness.HttpAnswers("/", 200))), addresses);
    }

    /** Runs a script on the node; its output, stripped. Fails with what it wrote. */
    private String on(String script) {
        return LxcBed.bed().on(host, script);
    }

    @Override
    public CloudAdapter connect() {
        return LxcBed.adapter();
    }

    @Override
    public Host host() {
        return host;
    }

    @Override
    public Host unreachableHost() {
        return LxcBed.bed().away("lxc");
    }

    @Override
    public CopySpec spec(int slot) {
        return spec(slot, TinyImage.WEB);
    }

    @Override
    public String missingImage() {
        return "tiny/none";
    }

    /** By hand, under a name that could be ours. */
    @Override
    public void startForeignWorkload() {
        on("""
                folder=/var/lib/lxc/%1$s
                mkdir -p $folder/rootfs/bin && cp /bin/busybox $folder/rootfs/bin/
                printf '%%s\\n' "lxc.rootfs.path = dir:$folder/rootfs" 'lxc.init.cmd = /bin/busybox sleep 600' 'lxc.net.0.type = empty' \
                >$folder/config
                lxc-start -n %1$s -d </dev/null >/dev/null 2>&1
                """.formatted(FOREIGN));
    }

    @Override
    public void endForeignWorkload() {
        on("lxc-stop -k -n %1$s 2>/dev/null || true; rm -rf /var/lib/lxc/%1$s".formatted(FOREIGN));
    }

    @Override
    public String startMark(CopyId id) {
        return on("pid=$(lxc-info -pH -n %s); cut -d ' ' -f 1,22 /proc/$pid/stat".formatted(id.label()));
    }

    @Override
    public void endProcess(CopyId id) {
        on("kill -9 $(lxc-info -pH -n %1$s)".formatted(id.label()));
    }

    @Override
    public void crash(CopyId id) {
        on(ScriptFixture.hold(id) + "kill -9 $(lxc-info -pH -n %1$s); lxc-wait -t 60 -s STOPPED -n %1$s".formatted(id.label()));
    }

    @Override
    public Optional<String> addressOf(CopyId id, String peer) {
        return inside(id, "cat /etc/hosts").lines().map(line -> line.split(" "))
                .filter(words -> words.length > 1 && words[1].equals(peer)).map(words -> words[0]).findFirst();
    }

    /** Its mode too: nobody but its owner may read it, nobody may write it. */
    @Override
    public Optional<String> secretOf(CopyId id, String fileName) {
        String mode = inside(id, "stat -c '%a %u' /run/secrets/" + fileName);
        if (!mode.equals("400 0")) {
            throw new AssertionError("the secret " + fileName + " has mode and owner " + mode);
        }
        return Optional.of(inside(id, "cat /run/secrets/" + fileName));
    }

    String inside(CopyId id, String command) {
        return on("lxc-attach -n %s -- /bin/busybox %s </dev/null".formatted(id.label(), command));
    }

    String inNetworkOf(CopyId id, String command) {
        return on("nsenter -t $(lxc-info -pH -n %s) -n %s".formatted(id.label(), command));
    }

    @Override
    public String sourceTowards(CopyId id, String address) {
        return inNetworkOf(id, "ip route get " + address).replaceAll("(?s).* src (\\S+) .*", "$1");
    }

    @Override
    public List<String> remainsOf(CopyId id) {
        return on("""
                grep -lx %1$s /var/lib/caravan/ranges/* 2>/dev/null || true
                find /var/lib/lxc /run/lxc /run/caravan /sys/fs/cgroup -name '*%1$s*' 2>/dev/null || true
                ip -o link show %2$s 2>/dev/null || true
                for file in /proc/[0-9]*/cmdline; do tr '\\0' ' ' <$file 2>/dev/null | grep -F %1$s | grep -v grep || true; done
                """.formatted(id.label(), CopyVariables.deviceOf(id))).lines().toList();
    }
}
