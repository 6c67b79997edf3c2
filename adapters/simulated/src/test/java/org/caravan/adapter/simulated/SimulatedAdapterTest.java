package org.caravan.adapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.InstanceId;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;
import org.caravan.adapter.RestartPolicy;
import org.caravan.infrastructure.Host;
import org.caravan.unit.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedAdapterTest {

    private static final Host HOST = Places.host("pi-1");
    private static final CopyId WEB = new CopyId("shop", new InstanceId("web", 1), 1);
    private static final CopySpec SPEC = SimulatedFixture.specAt(100);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InstantSource clock = now::get;

    private SimulatedAdapter open(SimulatedScript script) {
        return SimulatedAdapter.open(Places.PAIR, script, clock);
    }

    @Test
    void aRestartedServerFindsItsCopiesInTheStateFile(@TempDir Path folder) {
        SimulatedScript script = SimulatedScript.prompt(1).withStateFile(folder.resolve("state/simulated.tsv"));
        SimulatedAdapter before = open(script);
        before.ensure(HOST, WEB, SPEC, List.of(new PeerRoute("db", "10.9.9.9", "10.1.2.100")));
        before.ensure(Places.host("pi-2"), WEB, SPEC, List.of());
        before.mishaps().crash("pi-2", WEB);
        SimulatedAdapter after = open(script);
        // The bandwidth of simulated copies is kept in memory alone.
        assertThat(after.observe(HOST)).usingRecursiveFieldByFieldElementComparatorIgnoringFields("bandwidth")
                .isEqualTo(before.observe(HOST)).hasSize(1);
        assertThat(after.observe(Places.host("pi-2"))).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
        assertThat(after.usage(HOST, WEB)).isEqualTo(before.usage(HOST, WEB));
    }

    @Test
    void aHostWithoutPowerDoesNotAnswerAndItsCopiesHaveStoppedAfterwards() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1));
        adapter.ensure(HOST, WEB, SPEC, List.of());
        adapter.mishaps().powerOff("pi-1");
        assertThat(catchThrowableOfType(AdapterFault.class, () -> adapter.observe(HOST)).kind())
                .isEqualTo(AdapterFault.Kind.UNREACHABLE);
        adapter.mishaps().heal("pi-1");
        assertThat(adapter.observe(HOST)).extracting(ObservedCopy::state).containsExactly(ObservedCopy.State.STOPPED);
    }

    @Test
    void aCrashLoopGoesOnWithoutTheServerAndEndsWithItsCause(@TempDir Path folder) {
        SimulatedScript script = SimulatedScript.prompt(1).withStateFile(folder.resolve("simulated.tsv"));
        SimulatedAdapter adapter = open(script);
        adapter.mishaps().crashLoop("shop", WEB.instance(), 3);
        adapter.ensure(HOST, WEB, SPEC, List.of());
        assertThat(restarts(adapter)).isEqualTo("STOPPED 1 restart, last exit code 3");
        now.set(now.get().plusSeconds(1 + 2 + 4 + 8 - 1));
        assertThat(restarts(adapter)).isEqualTo("STOPPED 4 restarts, last exit code 3");
        now.set(now.get().plusSeconds(1));
        assertThat(restarts(adapter)).isEqualTo("CRASH_LOOP 5 restarts, last exit code 3");
        now.set(now.get().plus(Duration.ofHours(1)));
        assertThat(restarts(adapter)).isEqualTo("CRASH_LOOP 20 restarts, last exit code 3");
        adapter.mishaps().endCrashes();
        adapter.ensure(Places.host("pi-2"), WEB, SPEC, List.of()); // writes the file
        assertThat(restarts(open(script))).as("after a restart of the server").isEqualTo("CRASH_LOOP 20 restarts, last exit code 3");
        now.set(now.get().plus(Duration.ofMinutes(5)));
        assertThat(restarts(adapter)).isEqualTo("RUNNING 21 restarts, last exit code 3");
        now.set(now.get().plus(RestartPolicy.RESET));
        assertThat(restarts(adapter)).isEqualTo("RUNNING ");
    }

    private static String restarts(SimulatedAdapter adapter) {
        ObservedCopy copy = adapter.observe(HOST).get(0);
        return copy.state() + " " + copy.restarts().text();
    }

    @Test
    void saysThatItsStateFileIsDamaged(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("state"), "not a copy\n");
        assertThatThrownBy(() -> open(SimulatedScript.prompt(1).withStateFile(file)))
                .hasMessageContaining(file.toString()).hasMessageContaining("\nMaybe ");
    }

    @Test
    void aHostHasAnAddressAtEachAccessPoint() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1));
        assertThat(adapter.inspect(HOST).addresses()).containsExactly("10.1.2.11", "10.2.2.11", "fd4e:1:2::b");
        assertThat(adapter.inspect(Places.host("pi-2")).addresses()).contains("10.1.2.12");
        assertThat(adapter.inspect(HOST).memory()).isEqualTo(Bytes.ofMebi(1024));
    }

    @Test
    void aCopyIsReadyAtItsAge() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1).withReadyAfter(Duration.ofSeconds(9)));
        adapter.ensure(HOST, WEB, SPEC, List.of());
        assertThat(adapter.whyNotReady(HOST, WEB, SPEC.endpoints().get(0))).hasValue("port 80 does not answer yet (simulated)");
        now.set(Instant.EPOCH.plusSeconds(12));
        assertThat(adapter.whyNotReady(HOST, WEB, SPEC.endpoints().get(0))).isEmpty();
        assertThat(adapter.usage(HOST, WEB).cpuMillis()).isBetween(12_000 / 10 / 3L, 12_000 / 10L);
    }

    @Test
    void faultsHappenAsOftenAsScripted() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1)
                .withFaults(new SimulatedFault("ensure", "pi-1", 2, AdapterFault.Kind.FAILED)));
        assertThat(kindOfEnsure(adapter, HOST)).isEqualTo(AdapterFault.Kind.FAILED);
        adapter.ensure(Places.host("pi-2"), WEB, SPEC, List.of());
        assertThat(kindOfEnsure(adapter, HOST)).isEqualTo(AdapterFault.Kind.FAILED);
        adapter.ensure(HOST, WEB, SPEC, List.of());
    }

    @Test
    void aHostIsAwayUntilItIsHealed() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1));
        adapter.mishaps().fail(SimulatedFault.unreachable("pi-1"));
        assertThat(kindOfEnsure(adapter, HOST)).isEqualTo(AdapterFault.Kind.UNREACHABLE);
        assertThat(kindOfEnsure(adapter, HOST)).isEqualTo(AdapterFault.Kind.UNREACHABLE);
        adapter.mishaps().heal("pi-1");
        adapter.ensure(HOST, WEB, SPEC, List.of());
    }

    @Test
    void aFullHostRefuses() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1));
        for (int i = 1; i <= 16; i++) {
            adapter.ensure(HOST, new CopyId("shop", new InstanceId("web", i), 1), SPEC, List.of());
        }
        assertThat(kindOfEnsure(adapter, HOST, new CopyId("shop", new InstanceId("web", 17), 1)))
                .isEqualTo(AdapterFault.Kind.NO_CAPACITY);
    }

    @Test
    void hooksSeeEachCallAndMayLoseItsAnswer() {
        SimulatedAdapter adapter = open(SimulatedScript.prompt(1));
        List<String> seen = new ArrayList<>();
        adapter.beforeCall(seen::add);
        adapter.afterCall(call -> {
            throw new IllegalStateException("our process died after " + call);
        });
        assertThatThrownBy(() -> adapter.ensure(HOST, WEB, SPEC, List.of())).hasMessage("our process died after ensure pi-1 shop.web.1.1");
        assertThat(seen).containsExactly("ensure pi-1 shop.web.1.1");
        assertThat(adapter.restarted().observe(HOST)).as("the effect stays").hasSize(1);
    }

    private static AdapterFault.Kind kindOfEnsure(SimulatedAdapter adapter, Host host) {
        return kindOfEnsure(adapter, host, WEB);
    }

    private static AdapterFault.Kind kindOfEnsure(SimulatedAdapter adapter, Host host, CopyId id) {
        return catchThrowableOfType(AdapterFault.class, () -> adapter.ensure(host, id, SPEC, List.of())).kind();
    }
}
