package org.caravan.adapter.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.infrastructure.Admission;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The real control plane with troubles ordered: what is repeated afterwards converges, and nothing is left over. */
@Tag("clouds")
class OpenStackTroubleTest {

    @RegisterExtension
    static final ControlPlane PLANE = new ControlPlane("openstack");

    private static OpenStackFixture ground;

    private final MachineCloud cloud = ground.connect();
    private final Region region = ground.region();
    private final MachineOrder order = ground.order("trouble");
    private final MachineLabel label = order.label();

    @BeforeAll
    static void prepare() {
        ground = new OpenStackFixture(PLANE);
    }

    @BeforeEach
    @AfterEach
    void calm() {
        PLANE.run("fault", "--none");
        cloud.destroy(region, label);
        assertThat(ground.remainsOf(label)).isEmpty();
    }

    @Test
    void anOrderWhoseAnswerIsLostIsFoundAgain() {
        PLANE.run("fault", "nova", "--method", "POST", "--path", "/servers", "--status", "500", "--times", "1", "--after");
        assertThat(faultOf(() -> cloud.ensure(region, order)).kind()).isEqualTo(AdapterFault.Kind.FAILED);
        ObservedMachine machine = cloud.ensure(region, order);
        assertThat(mine()).extracting(ObservedMachine::id).containsExactly(machine.id());
    }

    @Test
    void aPublicAddressWhoseAnswerIsLostIsNotRentedTwice() {
        ObservedMachine machine = cloud.ensure(region, order);
        int before = cloud.limits(region).publicAddressesUsed();
        PLANE.run("fault", "neutron", "--method", "POST", "--path", "/floatingips", "--status", "500", "--times", "1", "--after");
        MachineAccess access = new MachineAccess(new TreeSet<>(), new TreeSet<>(List.of(machine.addresses().get(0))));
        assertThat(faultOf(() -> cloud.ensureAccess(region, label, access)).retriable()).isTrue();
        assertThat(cloud.ensureAccess(region, label, access).publicAddresses()).hasSize(1);
        assertThat(cloud.limits(region).publicAddressesUsed()).isEqualTo(before + 1);
    }

    @Test
    void aDestructionBrokenOffIsEndedByTheNext() {
        cloud.ensure(region, order);
        PLANE.run("fault", "neutron", "--method", "DELETE", "--path", "/ports/", "--status", "503", "--times", "1");
        assertThat(faultOf(() -> cloud.destroy(region, label)).retriable()).isTrue();
        cloud.destroy(region, label);
        assertThat(ground.remainsOf(label)).isEmpty();
    }

    @Test
    void aMachineThatNeverBootsIsGivenBackWithTheReason() {
        PLANE.run("fault", "boot", "--path", "trouble", "--status", "500");
        cloud.ensure(region, order);
        await("it is broken").until(() -> mine().stream().anyMatch(machine -> machine.state() == ObservedMachine.State.BROKEN));
        assertThat(mine().get(0).trouble()).isPresent();
        AdapterFault fault = faultOf(() -> cloud.ensure(region, order));
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.FAILED);
        assertThat(fault.getMessage()).contains(label.toString(), "did not boot", "\nMaybe ");
        assertThat(ground.remainsOf(label)).isEmpty();

        PLANE.run("fault", "--none");
        cloud.ensure(region, order);
        await("it runs").until(() -> mine().stream().anyMatch(machine -> machine.state() == ObservedMachine.State.RUNNING));
    }

    @Test
    void nobodyWaitsForASlowBoot() {
        PLANE.run("fault", "boot", "--path", "trouble", "--hold");
        assertThat(cloud.ensure(region, order).state()).isEqualTo(ObservedMachine.State.BOOTING);
        assertThat(cloud.ensure(region, order).state()).isEqualTo(ObservedMachine.State.BOOTING);
        PLANE.run("fault", "--none");
        await("it runs").until(() -> mine().stream().anyMatch(machine -> machine.state() == ObservedMachine.State.RUNNING));
    }

    @Test
    void anOrderThatIsNotAnsweredInTimeIsFoundAgain() {
        PLANE.run("fault", "nova", "--method", "POST", "--path", "/servers", "--after", "--hold");
        try (MachineCloud hasty = ground.connect(Duration.ofSeconds(10))) {
            AdapterFault fault = faultOf(() -> hasty.ensure(region, order));
            assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
            assertThat(fault.getMessage()).contains("\nMaybe ");
        }
        PLANE.run("fault", "--none");
        ObservedMachine machine = cloud.ensure(region, order);
        assertThat(mine()).extracting(ObservedMachine::id).containsExactly(machine.id());
    }

    @Test
    void anOrderThatFailsLeavesNothingToPayFor() {
        PLANE.run("fault", "nova", "--method", "POST", "--path", "/servers", "--status", "500", "--times", "1");
        assertThat(faultOf(() -> cloud.ensure(region, order)).retriable()).isTrue();
        assertThat(mine()).isEmpty();
        assertThat(cloud.ensure(region, order).label()).isEqualTo(label);
    }

    /** On one port, Nova would take the port away from the machine that runs when it gives up the other one. */
    @Test
    void twoServersThatOrderAtOnceUseAPortEach() throws Exception {
        PLANE.run("fault", "nova", "--method", "POST", "--path", "/servers", "--hold");
        try (MachineCloud other = ground.connect()) {
            List<Future<ObservedMachine>> orders = atOnce(cloud, other);
            await("each has a port").until(() -> remains("/v2.0/ports").size() == 2);
            PLANE.run("fault", "--none");
            for (Future<ObservedMachine> each : orders) {
                each.get();
            }
        }
        await("one machine runs").until(() -> cloud.ensure(region, order).state() == ObservedMachine.State.RUNNING && mine().size() == 1);
        ObservedMachine machine = cloud.ensure(region, order);
        await("SSH").until(() -> ground.answers(machine.sshAddress().orElseThrow(), 22));
        assertThat(remains("/v2.0/ports")).as("the port of the other order is gone").hasSize(1);
        cloud.admit(region, label, new TreeSet<>(Set.of(new Admission(Admission.ANYWHERE, 8080))));
        await("the admitted port").until(() -> ground.answers(machine.sshAddress().orElseThrow(), 8080));
    }

    @Test
    void aRefusedOrderLeavesTheMachineOfAnotherServer() throws Exception {
        PLANE.run("fault", "nova", "--method", "POST", "--path", "/servers", "--status", "413", "--times", "1", "--hold");
        try (MachineCloud other = ground.connect()) {
            List<Future<ObservedMachine>> orders = atOnce(cloud, other);
            await("one is ordered, the other order is held").until(() -> mine().size() == 1 && remains("/v2.0/ports").size() == 2);
            PLANE.run("fault", "--none");
            Set<String> machines = new TreeSet<>();
            for (Future<ObservedMachine> each : orders) {
                machines.add(each.get().id());
            }
            assertThat(machines).as("both return the machine that exists").containsExactly(mine().get(0).id());
        }
        await("the other server's machine runs").until(() -> mine().stream()
                .anyMatch(machine -> machine.state() == ObservedMachine.State.RUNNING));
        await("SSH").until(() -> ground.answers(mine().get(0).sshAddress().orElseThrow(), 22));
        assertThat(remains("/v2.0/ports")).hasSize(1);
    }

    private List<Future<ObservedMachine>> atOnce(MachineCloud... clouds) {
        ExecutorService threads = Executors.newFixedThreadPool(clouds.length);
        List<Future<ObservedMachine>> orders = Arrays.stream(clouds).map(each -> threads.submit(() -> each.ensure(region, order))).toList();
        threads.shutdown();
        return orders;
    }

    private List<String> remains(String of) {
        return ground.remainsOf(label).stream().filter(trace -> trace.startsWith(of)).toList();
    }

    @Test
    void throttlingPasses() {
        cloud.observe(region);
        PLANE.run("fault", "nova", "--path", "/flavors", "--status", "429", "--times", "1");
        assertThat(faultOf(() -> cloud.offers(region)).kind()).isEqualTo(AdapterFault.Kind.THROTTLED);
        assertThat(cloud.offers(region)).isNotEmpty();
    }

    private List<ObservedMachine> mine() {
        return cloud.observe(region).stream().filter(machine -> machine.label().equals(label)).toList();
    }

    private static AdapterFault faultOf(ThrowingCallable call) {
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, call);
        assertThat(fault).isNotNull();
        return fault;
    }
}
