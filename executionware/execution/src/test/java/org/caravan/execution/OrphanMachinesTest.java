package org.caravan.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.rented.Preparation;
import org.caravan.adapter.rented.RentedAdapter;
import org.caravan.adapter.simulated.SimulatedAdapter;
import org.caravan.adapter.simulated.SimulatedFault;
import org.caravan.adapter.simulated.SimulatedMachineCloud;
import org.caravan.adapter.simulated.SimulatedScript;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.Orphans;
import org.caravan.execution.journal.ProgressListener;
import org.caravan.execution.journal.RunState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.sql.SqlRunStore;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.Region;
import org.caravan.infrastructure.Site;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Machines of a simulated provider that were rented for hosts which the infrastructure does not have any more. */
class OrphanMachinesTest {

    private static final Region REGION = Plans.INFRASTRUCTURE.host("host-41").rental().orElseThrow().region();

    @TempDir
    Path folder;

    private final SimulatedAdapter copies = SimulatedAdapter.open(Plans.INFRASTRUCTURE, SimulatedScript.prompt(1), InstantSource.system());
    private final SimulatedMachineCloud cloud = SimulatedMachineCloud.open(Clouds.script(), InstantSource.system());
    private final RentedAdapter renting = new RentedAdapter(cloud, copies, Preparation.NONE, Plans.INFRASTRUCTURE::name);
    private Infrastructure infrastructure = Plans.INFRASTRUCTURE;
    private RunStore store;
    private Orphans orphans;
    private HostRegistry fleet;

    @BeforeEach
    void open() {
        store = SqlRunStore.open(folder.resolve("journal.db"), "OFF");
        fleet = new HostRegistry(() -> infrastructure, host -> host.rental().isPresent() ? renting : copies);
        orphans = new Orphans(fleet, store);
        List.of("host-41", "host-42").forEach(hostId -> rent("sites", hostId));
        rent("others", "host-42");
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theyAreListedAndGivenBackAndNoOthers() {
        assertThat(orphans.find().unclaimed()).isEmpty();
        infrastructure = without("host-42");
        assertThat(orphans.find().unclaimed()).extracting(machine -> machine.label().toString()).containsExactly("sites/host-42");
        assertThat(orphans.remove(Set.of(), Set.of())).isEmpty();
        assertThat(labels()).as("only what was named goes").hasSize(3);

        assertThat(orphans.remove(Set.of(), Set.of(id("sites", "host-42"), id("sites", "host-41"), id("others", "host-42"))))
                .allMatch(left -> left.endsWith("belongs to a host, or its provider did not answer: left unchanged.")).hasSize(2);
        assertThat(labels()).containsExactly("others/host-42", "sites/host-41");
        assertThat(orphans.find().unclaimed()).isEmpty();
    }

    @Test
    void oneOnWhichATargetHasSomethingIsKept() throws InterruptedException {
        DeploymentPlan plan = Plans.frontAndDb("host-42", "host-21", Optional.empty());
        try (DeploymentService deployment = new DeploymentService(fleet, store, (application, generation, entries) -> { }, Bench.POLICY,
                new FastClock(), ProgressListener.NONE)) {
            assertThat(deployment.await(deployment.start(plan, Optional.empty()), Duration.ofSeconds(30)).state()).isEqualTo(RunState.DONE);
        }
        infrastructure = without("host-42");
        assertThat(orphans.find().unclaimed()).isEmpty();
        assertThat(orphans.remove(Set.of(), Set.of(id("sites", "host-42")))).hasSize(1);
        assertThat(labels()).contains("sites/host-42");
    }

    @Test
    void oneThatCannotBeGivenBackSaysWhy() {
        infrastructure = without("host-42");
        cloud.fail(new SimulatedFault("destroy", "host-42", 1, AdapterFault.Kind.FAILED));
        assertThat(orphans.remove(Set.of(), Set.of(id("sites", "host-42")))).singleElement().asString()
                .contains("could not be released: The simulated host (host-42) fails the call destroy");
        assertThat(labels()).hasSize(3);
    }

    private void rent(String infrastructureName, String hostId) {
        cloud.ensure(REGION, new MachineOrder(new MachineLabel(infrastructureName, hostId), "small", "debian", "", ""));
    }

    private String id(String infrastructureName, String hostId) {
        return cloud.observe(REGION).stream().filter(machine -> machine.label().equals(new MachineLabel(infrastructureName, hostId)))
                .map(ObservedMachine::id).findFirst().orElseThrow();
    }

    private List<String> labels() {
        return cloud.observe(REGION).stream().map(machine -> machine.label().toString()).sorted().toList();
    }

    private static Infrastructure without(String hostId) {
        return new Infrastructure(Plans.INFRASTRUCTURE.name(), Plans.INFRASTRUCTURE.hostTypes(), Plans.INFRASTRUCTURE.sites().stream()
                .map(site -> new Site(site.id(), site.kind(), site.country(), site.position(), site.isps(),
                        site.hosts().stream().filter(host -> !host.id().equals(hostId)).toList(), site.vantage()))
                .toList());
    }
}
