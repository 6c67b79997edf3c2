package org.caravan.adapter.lxc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.testkit.TinyImage;
import org.caravan.application.Endpoint;
import org.caravan.application.Readiness;
import org.caravan.application.ResourceLimits;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What only LXC's adapter has to get right, on nodes of the test bed. */
@Tag("real")
class LxcNodeTest extends LxcCopies {

    private static final CopyId CATALOGUE = new CopyId("node", new InstanceId("catalogue", 1), 1);


    @Test
    void layersLieOverEachOtherAndDeletionsHold() {
        start(east, WEB, spec);
        assertThat(ground.inside(WEB, "cat /srv/index.html")).isEqualTo("on top");
        assertThat(ground.inside(WEB, "ls /srv")).isEqualTo("index.html");
    }

    @Test
    void theCommandGetsItsWordsAndItsEnvironment() {
        start(east, WEB, spec);
        assertThat(await().until(() -> adapter.log(east, WEB, 5), lines -> !lines.isEmpty())).containsExactly("started by the image");
        assertThat(ground.inside(WEB, "cat /proc/1/cmdline")).contains("/usr/bin/tini").contains("/run/caravan/start");
        assertThat(LxcBed.bed().on(east, "tr '\\0' '\\n' </proc/$(lxc-info -pH -n %s)/environ".formatted(WEB.label())).lines())
                .contains("CARAVAN_INSTANCE=web:1", "PATH=/bin", "TINY=the image");
    }

    @Test
    void anImageWithoutAShellStartsToo() {
        CopySpec plain = LxcFixture.spec(102, TinyImage.PLAIN);
        adapter.ensureImage(east, TinyImage.PLAIN);
        start(east, WEB, plain);
        assertThat(ground.inside(WEB, "cat /proc/1/cmdline")).doesNotContain("/run/caravan/start");
    }

    @Test
    void limitsAreInForce() {
        start(east, WEB, spec);
        assertThat(cgroupValue("memory", "memory.limit_in_bytes", "memory.max")).isEqualTo("" + spec.memory().value());
        assertThat(cgroupValue("cpu", "cpu.cfs_quota_us", "cpu.max")).startsWith("100000");
    }

    /** A share of 0.25 with a ceiling of 1.5 cores, 64 MiB reserved of at most 128. */
    @Test
    void ceilingsAreInForce() {
        start(east, WEB, spec.withCeiling(new ResourceLimits(Optional.of(new MilliCores(1500)), Optional.of(Bytes.ofMebi(128)))));
        assertThat(cgroupValue("memory", "memory.limit_in_bytes", "memory.max")).isEqualTo("" + Bytes.ofMebi(128).value());
        assertThat(cgroupValue("memory", "memory.soft_limit_in_bytes", "memory.low")).isEqualTo("" + spec.memory().value());
        assertThat(cgroupValue("cpu", "cpu.cfs_quota_us", "cpu.max")).startsWith("150000");
    }

    private String cgroupValue(String controller, String v1, String v2) {
        return LxcBed.bed().on(east, "cat /sys/fs/cgroup/%1$s/lxc.payload.%2$s/%3$s 2>/dev/null || cat /sys/fs/cgroup/lxc.payload.%2$s/%4$s"
                .formatted(controller, WEB.label(), v1, v2));
    }

    @Test
    void theCopyCannotChangeItsRoutesOrMount() {
        start(east, WEB, spec);
        assertThat(LxcBed.bed().on(east, "awk '/CapEff/ { print $2 }' /proc/$(lxc-info -pH -n %s)/status".formatted(WEB.label())))
                .as("neither CAP_NET_ADMIN (1000) nor CAP_SYS_ADMIN (200000)")
                .satisfies(mask -> assertThat(Long.parseUnsignedLong(mask, 16) & 0x201000).isZero());
    }

    @Test
    void aCopyReachesItsPeerAtAnotherSiteByNameThroughThePlannedIsps() {
        Host west = LxcBed.west();
        CopySpec catalogue = LxcFixture.westSpec(101, TinyImage.WEB);
        adapter.ensureImage(west, TinyImage.WEB);
        start(west, CATALOGUE, catalogue);
        start(east, WEB, spec, new PeerRoute("catalogue", "10.1.2.101", "10.2.1.101"));
        assertThat(ground.inside(WEB, "wget -qO- http://catalogue/index.html")).isEqualTo("on top");

        holdConnection();
        await().until(() -> adapter.openConnections(west, CATALOGUE) == 1);

        adapter.route(east, WEB, List.of(new PeerRoute("catalogue", "fd4e:1:2::65", "fd4e:1:1::65")));
        assertThat(ground.inside(WEB, "wget -qO- http://catalogue/index.html")).isEqualTo("on top");
        holdConnection();
        await().until(() -> adapter.openConnections(west, CATALOGUE) == 2);
        assertThat(new LxcFixture(west).inNetworkOf(CATALOGUE, "ss -Htn state established")).contains("10.2.1.101", "fd4e:1:1::65");
        ground.crash(WEB);
        await().until(() -> adapter.openConnections(west, CATALOGUE) == 0);
    }

    private void holdConnection() {
        LxcBed.bed().on(east, "lxc-attach -n %s -- /bin/busybox sh -c 'sleep 600 | nc catalogue 80' </dev/null >/dev/null 2>&1 &"
                .formatted(WEB.label()));
    }

    @Test
    void aCopyMadeByHalfIsStoppedThenFinished() {
        start(east, WEB, spec);
        ground.crash(WEB);
        LxcBed.bed().on(east, "cd /var/lib/lxc/%s && rm -r complete config upper names".formatted(WEB.label()));
        assertThat(adapter.observe(east)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
        start(east, WEB, spec);
    }

    @Test
    void aCopyMadeByHalfIsDestroyed() {
        LxcBed.bed().on(east, "mkdir -p /var/lib/lxc/%1$s /var/lib/lxc/.caravan.%1$s; echo 'spec none' >/var/lib/lxc/%1$s/caravan"
                .formatted(WEB.label()));
        assertThat(adapter.observe(east)).hasSize(1);
        adapter.destroy(east, WEB);
        assertThat(ground.remainsOf(WEB)).isEmpty();
    }

    @Test
    void aStartedCopyOfWhichWeNeverHeardIsReplaced() {
        start(east, WEB, spec);
        LxcBed.bed().on(east, "rm /var/lib/lxc/%s/complete".formatted(WEB.label()));
        assertThat(adapter.observe(east)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
        start(east, WEB, spec);
        assertThat(adapter.observe(east)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.RUNNING);
    }

    @Test
    void aCopyWhoseMonitorWasKilledIsDestroyedWithItsProcesses() {
        start(east, WEB, spec);
        LxcBed.bed().on(east, "kill -9 $(awk '/^PPid/ { print $2 }' /proc/$(lxc-info -pH -n %s)/status)".formatted(WEB.label()));
        adapter.destroy(east, WEB);
        assertThat(ground.remainsOf(WEB)).isEmpty();
    }

    /** As an application that finds its database missing. The host alone does it: until the end nothing is asked of it. */
    @Test
    void aProgramThatEndsAgainAndAgainIsInACrashLoopWithItsExitCode() {
        CopySpec ending = LxcFixture.spec(103, TinyImage.ENDING);
        CopySpec well = new CopySpec(TinyImage.ENDING, ending.cpu(), ending.memory(), Map.of("CODE", "0"), ending.endpoints(),
                LxcFixture.spec(104, TinyImage.ENDING).addresses());
        CopyId done = new CopyId("node", new InstanceId("done", 1), 1);
        adapter.ensureImage(east, TinyImage.ENDING);
        adapter.ensure(east, WEB, ending, List.of());
        adapter.ensure(east, done, well, List.of());
        await().until(() -> LxcBed.bed()
                .on(east, "cat /run/caravan/restarts/%s /run/caravan/restarts/%s 2>/dev/null || true".formatted(WEB.label(), done.label())),
                notes -> notes.matches("5 7 [1-9]\\d+\n5 0 [1-9]\\d+"));
        assertThat(adapter.observe(east)).extracting(copy -> copy.id() + " " + copy.state() + " " + copy.restarts().text())
                .containsExactlyInAnyOrder(WEB + " CRASH_LOOP 5 restarts, last exit code 7",
                        done + " CRASH_LOOP 5 restarts, last exit code 0");
        assertThat(adapter.whyNotReady(east, WEB, ending.endpoints().get(0)).orElse(""))
                .matches("the copy does not run on pi-east-1; crash loop: the host restarted it 5 times, "
                + "it last ended with exit code 7; the next restart follows in \\d+ s; it last wrote: ends with 7");
        assertThat(adapter.log(east, WEB, 3)).containsOnly("ends with 7");
    }

    @Test
    void whoWorksOnAHostCanHoldACopyAndTheServerEndsThat() {
        start(east, WEB, spec);
        ground.crash(WEB);
        CopyId other = new CopyId("node", new InstanceId("other", 1), 1);
        start(east, other, LxcFixture.spec(105, TinyImage.WEB));
        ground.endProcess(other);
        await().until(() -> adapter.observe(east),
                copies -> copies.stream().anyMatch(copy -> copy.id().equals(other) && copy.restarts().count() == 1));
        assertThat(adapter.observe(east)).filteredOn(copy -> copy.id().equals(WEB)).extracting(ObservedCopy::state)
                .containsExactly(ObservedCopy.State.STOPPED);
        start(east, WEB, spec);
        String begun = ground.startMark(WEB);
        ground.endProcess(WEB);
        await().until(() -> adapter.observe(east),
                copies -> copies.stream().anyMatch(copy -> copy.id().equals(WEB) && copy.restarts().count() == 1));
        awaitReady(east, WEB, spec);
        assertThat(ground.startMark(WEB)).isNotEqualTo(begun);
    }

    /** As after an upgrade of the server: the host has copies, and no keeper yet. */
    @Test
    void aLookAtTheHostStartsAKeeperThatIsNotThere() {
        start(east, WEB, spec);
        LxcBed.bed().on(east, "kill $(cat /run/caravan/keeper); rm -f /var/lib/caravan/keeper");
        adapter.observe(east);
        LxcBed.bed().awaitOn(east, "[ -x /var/lib/caravan/keeper ] && tr '\\0' ' ' </proc/$(cat /run/caravan/keeper)/cmdline",
                line -> line.contains("/var/lib/caravan/keeper"));
        adapter.observe(east);
        // One of them: others end meanwhile, the killed one and what a keeper starts. Two keepers never are one.
        LxcBed.bed().awaitOn(east, "grep -lz ^/var/lib/caravan/keeper$ /proc/[0-9]*/cmdline | wc -l", "1"::equals);
    }

    @Test
    void whatACopyWroteOutlivesItsCrash() {
        start(east, WEB, spec);
        ground.inside(WEB, "touch /srv/kept");
        ground.crash(WEB);
        start(east, WEB, spec);
        assertThat(ground.inside(WEB, "ls /srv")).contains("kept");
    }

    @Test
    void routesAreInForceAfterTheNodeStartedItsContainersItself() {
        PeerRoute route = new PeerRoute("catalogue", "192.0.2.9", "10.2.1.101");
        start(east, WEB, spec);
        adapter.route(east, WEB, List.of(route));
        ground.crash(WEB);
        LxcBed.bed().on(east, "lxc-autostart </dev/null >/dev/null 2>&1; lxc-wait -n %s -s RUNNING -t 120".formatted(WEB.label()));
        awaitReady(east, WEB, spec);
        assertThat(ground.sourceTowards(WEB, "192.0.2.9")).isEqualTo("10.2.1.101");
        assertThat(ground.addressOf(WEB, "catalogue")).contains("192.0.2.9");
    }

    @Test
    void aContainerOfSomebodyElseWithOurNameIsLeftAlone() {
        LxcBed.bed().on(east, "mkdir -p /var/lib/lxc/%1$s && echo 'lxc.net.0.type = empty' >/var/lib/lxc/%1$s/config"
                .formatted(WEB.label()));
        try {
            assertThat(faultOf(() -> adapter.ensure(east, WEB, spec, List.of()))).hasMessageContaining("that Caravan did not make");
            assertThat(faultOf(() -> adapter.destroy(east, WEB))).hasMessageContaining("that Caravan did not make");
            assertThat(LxcBed.bed().on(east, "cat /var/lib/lxc/%s/config".formatted(WEB.label()))).isEqualTo("lxc.net.0.type = empty");
        } finally {
            LxcBed.bed().on(east, "rm -r /var/lib/lxc/%s".formatted(WEB.label()));
        }
    }

    @Test
    void saysWhichSourceAddressTheCopyLacks() {
        start(east, WEB, spec);
        AdapterFault fault = faultOf(() -> adapter.route(east, WEB, List.of(new PeerRoute("db", "192.0.2.9", "10.9.9.9"))));
        assertThat(fault).hasMessageContaining("the copy has no address 10.9.9.9 for its route to db");
        assertThat(adapter.observe(east).get(0).routes()).as("a route that is not in force is not reported").isEmpty();
    }

    @Test
    void saysWhyACopyDoesNotStart() {
        AdapterFault fault = faultOf(() -> adapter.ensure(east, WEB, spec, List.of(new PeerRoute("db", "192.0.2.9", "10.9.9.9"))));
        assertThat(fault).hasMessageContaining(WEB.label())
                .hasMessageContaining("does not start on the host (pi-east-1): the copy has no address 10.9.9.9 for its route to db.");
        assertThat(adapter.observe(east)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
        start(east, WEB, spec);
    }

    @Test
    void saysWhatReadinessLacks() {
        start(east, WEB, spec);
        Endpoint other = new Endpoint("web", 80, new Readiness.HttpAnswers("/none", 200));
        assertThat(adapter.whyNotReady(east, WEB, other)).hasValue("GET /none on port 80 answers 404, not 200");
        assertThat(adapter.whyNotReady(east, WEB, new Endpoint("db", 81, new Readiness.TcpAccepts())))
                .hasValue("nothing listens on port 81");
        ground.crash(WEB);
        assertThat(adapter.whyNotReady(east, WEB, other))
                .hasValue("the copy does not run on pi-east-1; it last wrote: started by the image");
    }
}
