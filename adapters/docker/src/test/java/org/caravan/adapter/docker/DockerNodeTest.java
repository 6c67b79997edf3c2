package org.caravan.adapter.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyAddress;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.testkit.EmulatedBed;
import org.caravan.infrastructure.Host;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the contract does not ask: the container as its neighbours and its engine see it. */
@Tag("real")
@ExtendWith(DockerBed.class)
class DockerNodeTest {

    private static final CopyId WEB = new CopyId("node-test", new InstanceId("web", 1), 1);

    private EmulatedBed bed;
    private Host host;
    private DockerAdapter adapter;
    private CopySpec spec;

    @BeforeEach
    void start() {
        bed = DockerBed.bed();
        host = bed.east("docker");
        adapter = DockerBed.adapter();
        spec = new DockerFixture().spec(210);
        adapter.ensureImage(host, spec.image());
        adapter.ensure(host, WEB, spec, List.of());
        await().until(() -> adapter.whyNotReady(host, WEB, spec.endpoints().get(0)).isEmpty());
    }

    @AfterEach
    void end() {
        adapter.destroy(host, WEB);
    }

    @Test
    void answersTheOtherSiteAtEveryAddressWithAllLayersOfItsImage() {
        for (CopyAddress address : spec.addresses()) {
            assertThat(asked(address.address(), "/index.html")).contains("200 OK").endsWith("on top");
        }
        assertThat(asked("10.1.1.210", "/gone.html")).as("a file that the upper layer deletes").contains("404");
    }

    private String asked(String address, String path) {
        return bed.on(bed.west("docker"), """
                exec 3<>/dev/tcp/%s/80
                printf 'GET %s HTTP/1.0\\r\\n\\r\\n' >&3
                cat <&3
                """.formatted(address, path));
    }

    @Test
    void countsTheConnectionsThatOthersHold() {
        Host west = bed.west("docker");
        bed.on(west, """
                (exec 3<>/dev/tcp/10.1.1.210/80 4<>/dev/tcp/fd4e:1:1::d2/80; exec sleep 600) </dev/null >/dev/null 2>&1 &
                echo $! >/run/holder.pid
                """);
        await().until(() -> adapter.openConnections(host, WEB) == 2);
        bed.on(west, "kill $(cat /run/holder.pid)");
        await().until(() -> adapter.openConnections(host, WEB) == 0);
    }

    @Test
    void runsWithinItsLimitsAndWithoutAHandOnItsRoutes() {
        String facts = bed.on(host, "docker inspect -f '{{.HostConfig.Memory}} {{.HostConfig.CpuQuota}} {{.HostConfig.NetworkMode}}' "
                + WEB.label());
        assertThat(facts).isEqualTo(spec.memory().value() + " 100000 none");
        assertThat(new DockerFixture().inside(WEB, "ip route add 192.0.2.0/24 via 10.1.1.1 2>&1 || true")).contains("not permitted");
    }

    /** The test bed's nodes start no engine, so the host's own start of its copies is called here by hand. */
    @Test
    void comesBackWhenItsHostStartsItsCopies() {
        adapter.route(host, WEB, List.of(new PeerRoute("db", "192.0.2.9", "10.2.1.210")));
        List<ObservedCopy> before = adapter.observe(host);
        new DockerFixture().crash(WEB);
        assertThat(bed.on(host, "/var/lib/caravan/boot")).isEqualTo(WEB.label() + " runs again");
        await().until(() -> adapter.whyNotReady(host, WEB, spec.endpoints().get(0)).isEmpty());
        assertThat(adapter.observe(host)).isEqualTo(before);
        assertThat(new DockerFixture().addressOf(WEB, "db")).contains("192.0.2.9");
    }

    /** As an earlier version made it: its own script gives it a port without a filter. */
    @Test
    void aCopyOfBeforeThereWereFiltersGetsOneThatOutlivesItsHost() {
        bed.on(host, """
                file=/var/lib/caravan/docker/%s/again
                last=$(tail -n 1 $file)
                sed -i -e '$d' -e '/ HAS_FILTERS=/d' $file
                echo 'put_filter() { :; }' >>$file
                printf '%%s\n' "$last" >>$file
                """.formatted(WEB.label()));
        Admitted none = Admitted.of(List.of());
        adapter.admit(host, WEB, spec, none);
        assertThat(adapter.observe(host)).extracting(ObservedCopy::admitted).containsExactly(Optional.of(none));
        new DockerFixture().crash(WEB);
        assertThat(bed.on(host, "/var/lib/caravan/boot")).isEqualTo(WEB.label() + " runs again");
        assertThat(adapter.observe(host)).extracting(ObservedCopy::admitted).containsExactly(Optional.of(none));
    }

    @Test
    void leavesAContainerAloneThatBearsItsNameButIsNotOurs() {
        adapter.destroy(host, WEB);
        bed.on(host, "docker run -d --name %s --network none --entrypoint /bin/sleep $(docker images -q caravan | head -n 1) 600 >/dev/null"
                .formatted(WEB.label()));
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(host, WEB, spec, List.of()));
        adapter.destroy(host, WEB);
        assertThat(bed.on(host, "docker ps --format '{{.Names}}'")).contains(WEB.label());
        bed.on(host, "docker rm -f %s >/dev/null".formatted(WEB.label()));
        assertThat(fault).hasMessageContaining("a container (%s) that Caravan did not make".formatted(WEB.label()));
    }
}
