package org.caravan.adapter.docker;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.adapter.CloudAdapter;
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

/** A node of the test bed with a Docker engine, looked at by commands of its own. */
final class DockerFixture implements AdapterFixture {

    private static final Pattern SOURCE = Pattern.compile(" src (\\S+)");

    private final EmulatedBed bed = DockerBed.bed();

    @Override
    public CloudAdapter connect() {
        return DockerBed.adapter();
    }

    @Override
    public Host host() {
        return bed.east("docker");
    }

    @Override
    public Host unreachableHost() {
        return bed.away("docker");
    }

    @Override
    public CopySpec spec(int slot) {
        return new CopySpec(TinyImage.WEB, new MilliCores(250), Bytes.ofMebi(64), Map.of("CARAVAN_INSTANCE", "web:1"),
                List.of(new Endpoint("web", 80, new Readiness.HttpAnswers("/", 200))), EmulatedBed.addresses(slot));
    }

    @Override
    public String missingImage() {
        return "tiny/none";
    }

    /** By hand, under a name that could be ours. */
    @Override
    public void startForeignWorkload() {
        bed.on(host(), """
                mkdir -p /run/foreign/bin && cp /bin/busybox /run/foreign/bin/
                tar -C /run/foreign -c . | docker import - foreign >/dev/null
                docker run -d --name foreign.looks.1.1 --network none foreign /bin/busybox sleep 600 >/dev/null
                """);
    }

    @Override
    public void endForeignWorkload() {
        bed.on(host(), "docker rm -f foreign.looks.1.1 >/dev/null 2>&1 || true; rm -rf /run/foreign");
    }

    @Override
    public String startMark(CopyId id) {
        return bed.on(host(), "docker inspect -f '{{.State.StartedAt}}' " + id.label());
    }

    @Override
    public void endProcess(CopyId id) {
        bed.on(host(), "docker kill %1$s >/dev/null".formatted(id.label()));
    }

    @Override
    public void crash(CopyId id) {
        bed.on(host(), ScriptFixture.hold(id) + "docker kill %1$s >/dev/null; docker wait %1$s >/dev/null".formatted(id.label()));
    }

    @Override
    public Optional<String> addressOf(CopyId id, String peer) {
        return inside(id, "cat /etc/hosts").lines().map(line -> line.split(" "))
                .filter(words -> words.length > 1 && words[1].equals(peer)).map(words -> words[0]).findFirst();
    }

    String inside(CopyId id, String command) {
        return bed.on(host(), "docker exec %s /bin/busybox %s".formatted(id.label(), command));
    }

    @Override
    public Optional<String> secretOf(CopyId id, String fileName) {
        String mode = bed.on(host(), "stat -c '%%a %%u' /proc/$(docker inspect -f '{{.State.Pid}}' %s)/root/run/secrets/%s"
                .formatted(id.label(), fileName));
        if (!mode.equals("400 0")) {
            throw new AssertionError("the secret " + fileName + " has mode and owner " + mode);
        }
        return Optional.of(inside(id, "cat /run/secrets/" + fileName));
    }

    @Override
    public String sourceTowards(CopyId id, String address) {
        Matcher source = SOURCE.matcher(bed.on(host(),
                "nsenter -t $(docker inspect -f '{{.State.Pid}}' %s) -n ip route get %s".formatted(id.label(), address)));
        return source.find() ? source.group(1) : "none";
    }

    @Override
    public List<String> remainsOf(CopyId id) {
        return bed.on(host(), """
                find /var/lib/caravan/docker /run/caravan/secrets -name '*%1$s*' 2>/dev/null || true
                docker ps -a --format '{{.Names}}' | grep -F %1$s || true
                ip -o link show %2$s 2>/dev/null || true
                """.formatted(id.label(), CopyVariables.deviceOf(id))).lines().toList();
    }
}
