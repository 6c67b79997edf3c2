package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.caravan.adapter.testkit.ContractCopies.assertFault;
import static org.caravan.adapter.testkit.ContractCopies.faultOf;
import static org.caravan.adapter.testkit.ContractMachines.label;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Region;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineOrder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Contract test for refusals of a cloud. Messages must contain the invalid value and a suggestion. */
abstract class MachineRefusalContract {

    MachineFixture ground;
    MachineCloud cloud;
    Region region;
    ContractMachines machines;

    /** The provider of this test; called before each test. */
    protected abstract MachineFixture ground();

    @BeforeEach
    final void connect() {
        ground = ground();
        cloud = ground.connect();
        region = ground.region();
        machines = new ContractMachines(ground, cloud);
        machines.destroyAll();
    }

    @AfterEach
    final void cleanUp() {
        if (cloud == null) {
            return;
        }
        try (MachineCloud closing = cloud) {
            ground.endForeignMachine();
            machines.destroyAll();
        }
    }

    /** Skips the test with a reason if a capability is not declared. */
    final void assumeDeclared(MachineCapability... needed) {
        for (MachineCapability capability : needed) {
            assumeTrue(declares(capability), () -> "provider " + cloud.provider() + " does not declare " + capability);
        }
    }

    final boolean declares(MachineCapability capability) {
        return cloud.capabilities().contains(capability);
    }

    @Test
    void namesWhatDoesNotExist() {
        MachineOrder order = ground.order("one");
        assertFault(faultOf(() -> cloud.ensure(region, new MachineOrder(
                order.label(), "no-such-offer", order.image(), order.publicKey(), order.firstBoot()))),
                AdapterFault.Kind.FAILED, "no-such-offer", order.offer());
        assertFault(faultOf(() -> cloud.ensure(region, new MachineOrder(
                order.label(), order.offer(), "no-such-image", order.publicKey(), order.firstBoot()))),
                AdapterFault.Kind.FAILED, "no-such-image");
        Region elsewhere = new Region(region.provider(), region.endpoint(), region.name(), Optional.of("no-such-network"),
                region.credentials());
        assertFault(faultOf(() -> cloud.ensure(elsewhere, order)), AdapterFault.Kind.FAILED, "no-such-network");
        assertThat(ground.remainsOf(order.label())).as("a refused order").isEmpty();
    }

    @Test
    void saysThatAMachineIsNotThere() {
        assertFault(faultOf(() -> machines.access("none", List.of(), List.of(), List.of())),
                AdapterFault.Kind.FAILED, label("none").toString());
        if (declares(MachineCapability.STOP_AND_START)) {
            assertFault(faultOf(() -> cloud.start(region, label("none"))), AdapterFault.Kind.FAILED, label("none").toString());
            assertFault(faultOf(() -> cloud.stop(region, label("none"))), AdapterFault.Kind.FAILED, label("none").toString());
        }
    }

    @Test
    void doesNotMakeAnotherMachineOfOneThatExists() {
        MachineOrder order = ground.order("one");
        cloud.ensure(region, order);
        assertFault(faultOf(() -> cloud.ensure(region, new MachineOrder(
                order.label(), ground.otherOffer(), order.image(), order.publicKey(), order.firstBoot()))),
                AdapterFault.Kind.UNSUPPORTED, order.label().toString(), order.offer(), ground.otherOffer());
        assertThat(machines.observed()).singleElement().matches(machine -> machine.offer().equals(order.offer()));
    }

    @Test
    void refusesWithoutRetryWhereTheQuotaIsUsedUp() {
        Region full = ground.regionWithoutQuota();
        MachineOrder order = ground.order("one");
        assertFault(faultOf(() -> cloud.ensure(full, order)), AdapterFault.Kind.NO_CAPACITY, order.label().toString());
        assertThat(ground.remainsOf(order.label())).as("a refused order").isEmpty();
    }

    @Test
    void refusesWithoutRetryWhereTheProviderHasNoRoom() {
        MachineOrder order = ground.orderWithoutRoom("one");
        assertFault(ContractMachines.awaitFault(() -> cloud.ensure(region, order)),
                AdapterFault.Kind.NO_CAPACITY, order.label().toString(), order.offer());
        machines.awaitNothingLeftOf("one");
        assertThat(machines.observed()).isEmpty();
        machines.running("one");
    }

    @Test
    void saysThatThePasswordIsWrong() {
        Region wrong = ground.regionWithWrongPassword();
        for (ThrowingCallable call : everyCall(wrong)) {
            AdapterFault fault = faultOf(call);
            assertFault(fault, AdapterFault.Kind.UNTRUSTED, wrong.credentials());
            assertThat(fault.getMessage()).doesNotContain(ground.password());
        }
    }

    @Test
    void saysThatThereAreNoSuchCredentials() {
        Region without = new Region(region.provider(), region.endpoint(), region.name(), region.network(), "no-such-credentials");
        assertFault(faultOf(() -> cloud.observe(without)), AdapterFault.Kind.UNTRUSTED, "no-such-credentials");
        Region outside = new Region(region.provider(), region.endpoint(), region.name(), region.network(), "../elsewhere");
        assertFault(faultOf(() -> cloud.observe(outside)), AdapterFault.Kind.UNTRUSTED, "../elsewhere");
    }

    @Test
    void saysThatTheProviderDoesNotAnswer() {
        Region away = ground.unreachableRegion();
        for (ThrowingCallable call : everyCall(away)) {
            assertFault(faultOf(call), AdapterFault.Kind.UNREACHABLE, away.endpoint().orElse(away.name()));
        }
    }

    private List<ThrowingCallable> everyCall(Region at) {
        return List.of(() -> cloud.offers(at), () -> cloud.observe(at), () -> cloud.ensure(at, ground.order("one")),
                () -> cloud.destroy(at, label("one")));
    }

    @Test
    void refusesInWordsWhatItDoesNotDeclare() {
        assumeFalse(cloud.capabilities().containsAll(List.of(MachineCapability.values())), "declares everything");
        machines.ensure("one");
        if (!declares(MachineCapability.STOP_AND_START)) {
            assertUnsupported(() -> cloud.stop(region, label("one")));
            assertUnsupported(() -> cloud.start(region, label("one")));
        }
        if (!declares(MachineCapability.LIMITS)) {
            assertUnsupported(() -> cloud.limits(region));
        }
        if (!declares(MachineCapability.CHOSEN_ADDRESSES)) {
            assertUnsupported(() -> machines.access("one", List.of(ground.freeAddress(IpFamily.IPV4, 1)), List.of(), List.of()));
        }
        if (!declares(MachineCapability.PUBLIC_ADDRESSES)) {
            String first = machines.observed("one").orElseThrow().addresses().get(0);
            assertUnsupported(() -> machines.access("one", List.of(), List.of(first), List.of()));
        }
        if (!declares(MachineCapability.IPV6) && declares(MachineCapability.CHOSEN_ADDRESSES)) {
            assertUnsupported(() -> machines.access("one", List.of("2001:db8::77"), List.of(), List.of()));
        }
    }

    private void assertUnsupported(ThrowingCallable call) {
        assertFault(faultOf(call), AdapterFault.Kind.UNSUPPORTED, cloud.provider());
    }
}
