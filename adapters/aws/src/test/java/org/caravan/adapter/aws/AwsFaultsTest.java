package org.caravan.adapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.testkit.ControlPlane;
import org.caravan.adapter.testkit.MachineFixture;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of a machine when EC2 answers wrongly, late or not at all, or the machine itself fails. */
@Tag("clouds")
class AwsFaultsTest {

    @RegisterExtension
    static final ControlPlane PLANE = new ControlPlane("ec2");

    private static final MachineLabel LABEL = new MachineLabel(MachineFixture.INFRASTRUCTURE, "faulty");

    private static AwsFixture ground;
    private MachineCloud cloud;

    @BeforeAll
    static void prepare() {
        ground = new AwsFixture(PLANE);
    }

    @BeforeEach
    void connect() {
        ground.calm();
        cloud = ground.connect();
    }

    @AfterEach
    void cleanUp() {
        ground.calm();
        cloud.destroy(ground.region(), LABEL);
        cloud.close();
    }

    private ObservedMachine ensure() {
        return cloud.ensure(ground.region(), ground.order(LABEL.hostId()));
    }

    private List<ObservedMachine> observed() {
        return cloud.observe(ground.region()).stream().filter(machine -> machine.label().equals(LABEL)).toList();
    }

    private void awaitState(ObservedMachine.State state) {
        await().until(() -> observed().stream().anyMatch(machine -> machine.state() == state));
    }

    @Test
    void anOrderWhoseAnswerIsLostRentsNoSecondMachine() {
        PLANE.run("fault", "run_instances", "--code", "InternalError", "--status", "500", "--times", "1", "--after");
        ObservedMachine machine = ensure();
        assertThat(observed()).extracting(ObservedMachine::id).containsExactly(machine.id());
        await().until(() -> ground.witness().traces(LABEL).stream().filter(trace -> trace.startsWith("container")).count() == 1);
    }

    @Test
    void aThrottledOrderIsRepeated() {
        PLANE.run("fault", "run_instances", "--code", "RequestLimitExceeded", "--status", "503", "--times", "2");
        assertThat(ensure().state()).isIn(ObservedMachine.State.BOOTING, ObservedMachine.State.RUNNING);
        assertThat(observed()).hasSize(1);
    }

    @Test
    void whatIsThrottledForLongLeavesNothingAndMayBeRetried() {
        PLANE.run("fault", "run_instances", "--code", "RequestLimitExceeded", "--status", "503");
        AdapterFault fault = catchThrowableOfType(AdapterFault.class, this::ensure);
        assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.THROTTLED);
        assertThat(fault).hasMessageContaining("rate limit");
        assertThat(ground.witness().traces(LABEL)).isEmpty();
        ground.calm();
        assertThat(ensure().label()).isEqualTo(LABEL);
    }

    @Test
    void aMachineThatDiesAtBootIsSeenStoppedAndCanBeStarted() {
        PLANE.run("fault", "--dies-at-boot");
        ensure();
        awaitState(ObservedMachine.State.STOPPED);
        ground.calm();
        cloud.start(ground.region(), LABEL);
        awaitState(ObservedMachine.State.RUNNING);
        await().until(() -> ground.answers(observed().get(0).sshAddress().orElseThrow(), 22));
    }

    @Test
    void aSlowBootIsNotWaitedFor() {
        PLANE.run("fault", "--holds-boot");
        ObservedMachine machine = ensure();
        String ssh = machine.sshAddress().orElseThrow();
        assertThat(ground.answers(ssh, 22)).as("ready before it booted").isFalse();
        assertThat(ensure().id()).isEqualTo(machine.id());
        ground.calm();
        await().until(() -> ground.answers(ssh, 22));
    }

    @Test
    void anOrderThatIsNotAnsweredInTimeIsFoundAgain() {
        PLANE.run("fault", "run_instances", "--after", "--hold");
        try (MachineCloud hasty = ground.connect(Duration.ofSeconds(10))) {
            AdapterFault fault = catchThrowableOfType(AdapterFault.class,
                    () -> hasty.ensure(ground.region(), ground.order(LABEL.hostId())));
            assertThat(fault.kind()).isEqualTo(AdapterFault.Kind.UNREACHABLE);
            assertThat(fault).hasMessageContaining("\nMaybe ");
        }
        ground.calm();
        ObservedMachine machine = ensure();
        assertThat(observed()).extracting(ObservedMachine::id).containsExactly(machine.id());
    }

    @Test
    void whatACrashLeftIsGivenBackToo() {
        ensure();
        ObservedMachine machine = cloud.ensureAccess(ground.region(), LABEL, new MachineAccess(
                new TreeSet<>(), new TreeSet<>(List.of(observed().get(0).addresses().get(0)))));
        ground.witness().end(machine.id()); // terminated by hand: group, key and public address are left
        assertThat(ground.witness().traces(LABEL)).isNotEmpty();
        cloud.destroy(ground.region(), LABEL);
        assertThat(ground.witness().traces(LABEL)).isEmpty();
    }
}
