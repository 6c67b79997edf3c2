package org.caravan.adapter.simulated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine.State;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulatedMachineCloudTest {

    private static final Region OSLO = new Region("simulated", Optional.empty(), "Oslo", Optional.empty(), "any");
    private static final MachineLabel ONE = new MachineLabel("nornet", "oslo-small-1");
    private static final SimulatedMachineScript SCRIPT = SimulatedMachineScript.prompt(1, List.of(new MachineOffer("small",
            Architecture.AMD64, new MilliCores(1500), Bytes.ofMebi(1024), Bytes.ofMebi(9999), Optional.empty())),
            SimulatedMachineFixture.NETWORKS);

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final InstantSource clock = now::get;

    @Test
    void machineBootsForAWhile() {
        SimulatedMachineCloud cloud = SimulatedMachineCloud.open(SCRIPT.withBootAfter(Duration.ofSeconds(5)), clock);
        assertThat(cloud.ensure(OSLO, order()).state()).isEqualTo(State.BOOTING);
        now.set(Instant.ofEpochSecond(5));
        assertThat(cloud.ensure(OSLO, order()).state()).isEqualTo(State.RUNNING);
        cloud.stop(OSLO, ONE);
        assertThat(cloud.observe(OSLO)).singleElement().matches(machine -> machine.state() == State.STOPPED);
        cloud.start(OSLO, ONE);
        assertThat(cloud.observe(OSLO)).singleElement().matches(machine -> machine.state() == State.BOOTING);
    }

    @Test
    void machinesOutliveTheProcess() throws Exception {
        Path file = folder.resolve("machines.txt");
        SimulatedMachineCloud cloud = SimulatedMachineCloud.open(SCRIPT.withStateFile(file), clock);
        cloud.ensure(OSLO, order());
        cloud.ensureAccess(OSLO, ONE, new MachineAccess(new TreeSet<>(Set.of("10.77.0.100", "fd77::64")),
                new TreeSet<>(Set.of("10.77.0.100"))));
        cloud.admit(OSLO, ONE, new TreeSet<>(Set.of(new Admission(Admission.ANYWHERE, 80), new Admission("fd77::7", 81))));
        SimulatedMachineCloud restarted = SimulatedMachineCloud.open(SCRIPT.withStateFile(file), clock);
        assertThat(restarted.observe(OSLO)).isEqualTo(cloud.observe(OSLO)).singleElement()
                .matches(machine -> machine.publicAddresses().containsKey("10.77.0.100"))
                .matches(machine -> machine.firewall().orElseThrow().admissions().size() == 2);
        Files.writeString(file, "nonsense\n");
        assertThat(catchThrowableOfType(IllegalStateException.class, () ->
                SimulatedMachineCloud.open(SCRIPT.withStateFile(file), clock))).hasMessageContaining("is damaged");
    }

    @Test
    void faultsHappenOnDemandAndAnswersGetLost() {
        SimulatedMachineCloud cloud = SimulatedMachineCloud.open(SCRIPT.withFaults(
                new SimulatedFault("ensure", "oslo-small-1", 1, AdapterFault.Kind.UNREACHABLE)), clock);
        assertThat(catchThrowableOfType(AdapterFault.class, () -> cloud.ensure(OSLO, order())).kind())
                .isEqualTo(AdapterFault.Kind.UNREACHABLE);
        assertThat(cloud.observe(OSLO)).isEmpty();
        List<String> calls = new ArrayList<>();
        cloud.beforeCall(calls::add);
        cloud.afterCall(call -> {
            throw new IllegalStateException("the answer to " + call + " is lost");
        });
        assertThat(catchThrowableOfType(IllegalStateException.class, () -> cloud.ensure(OSLO, order())))
                .hasMessage("the answer to ensure oslo-small-1 is lost");
        assertThat(calls).containsExactly("ensure oslo-small-1");
        assertThat(cloud.restarted().observe(OSLO)).hasSize(1);
    }

    @Test
    void tellsWhatIsGone() {
        SimulatedMachineCloud cloud = SimulatedMachineCloud.open(SCRIPT, clock);
        List<MachineLabel> gone = new ArrayList<>();
        cloud.whenGone(gone::add);
        cloud.ensure(OSLO, order());
        cloud.destroy(OSLO, ONE);
        cloud.destroy(OSLO, ONE);
        assertThat(gone).containsExactly(ONE);
    }

    private static MachineOrder order() {
        return new MachineOrder(ONE, "small", "debian-12", "ssh-ed25519 AAAA", "");
    }
}
