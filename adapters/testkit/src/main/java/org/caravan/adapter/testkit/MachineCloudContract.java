package org.caravan.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.caravan.adapter.testkit.ContractMachines.label;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.IpFamily;
import org.caravan.machine.MachineCapability;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLimits;
import org.caravan.machine.MachineOffer;
import org.caravan.machine.ObservedMachine;
import org.junit.jupiter.api.Test;

/**
 * Contract test for the lifecycle of provisioned machines, which every cloud must pass whatever its capabilities; its superclasses
 * test the rest.
 */
public abstract class MachineCloudContract extends MachineAccessContract {

    @Test
    void offersAreSortedAndPricedWhereDeclared() {
        List<MachineOffer> offers = cloud.offers(region);
        assertThat(offers).isSorted().extracting(MachineOffer::name).doesNotHaveDuplicates()
                .contains(ground.order("one").offer(), ground.otherOffer());
        assertThat(offers).allMatch(offer -> offer.cpu().value() > 0 && offer.memory().value() > 0);
        MachineOffer ordered = offers.stream().filter(offer -> offer.name().equals(ground.order("one").offer())).findFirst().orElseThrow();
        assertThat(ordered.price().isPresent()).isEqualTo(declares(MachineCapability.PRICES));
    }

    @Test
    void limitsCountWhatIsRented() {
        assumeDeclared(MachineCapability.LIMITS);
        MachineLimits before = cloud.limits(region);
        String first = machines.running("one").addresses().get(0);
        MachineLimits after = cloud.limits(region);
        assertThat(after.machinesUsed()).isEqualTo(before.machinesUsed() + 1);
        assertThat(after.virtualCpusUsed()).isGreaterThan(before.virtualCpusUsed());
        assertThat(after.machines()).isEqualTo(before.machines());
        if (declares(MachineCapability.PUBLIC_ADDRESSES)) {
            machines.access("one", List.of(), List.of(first), List.of());
            assertThat(cloud.limits(region).publicAddressesUsed()).isEqualTo(before.publicAddressesUsed() + 1);
        }
    }

    @Test
    void rentsAMachineAsOrdered() {
        ObservedMachine ordered = machines.ensure("one");
        assertThat(ordered.label()).isEqualTo(label("one"));
        assertThat(ordered.offer()).isEqualTo(ground.order("one").offer());
        assertThat(ordered.state()).isIn(ObservedMachine.State.BOOTING, ObservedMachine.State.RUNNING);

        ObservedMachine machine = machines.running("one");
        assertThat(machine.id()).isEqualTo(ordered.id());
        assertThat(machine.trouble()).isEmpty();
        assertThat(machine.addresses()).doesNotHaveDuplicates().isNotEmpty();
        assertThat(machine.addresses().stream().anyMatch(address -> address.contains(":")))
                .isEqualTo(declares(MachineCapability.IPV6));
        assertThat(ground.overSsh(machine, "id -u")).as("the key of the order lets root in").isEqualTo("0");
    }

    @Test
    void ensuringTwiceRentsOne() {
        ObservedMachine first = machines.ensure("one");
        assertThat(machines.ensure("one").id()).isEqualTo(first.id());
        machines.running("one");
        assertThat(machines.ensure("one").id()).isEqualTo(first.id());
        assertThat(machines.observed()).hasSize(1);
    }

    @Test
    void ensuringOneManyTimesAtOnceRentsOne() throws Exception {
        ContractCopies.atOnce(IntStream.range(0, 5).<Callable<Void>>mapToObj(i -> () -> {
            machines.ensure("one");
            return null;
        }).toList());
        assertThat(machines.observed()).hasSize(1);
        machines.running("one");
        cloud.destroy(region, label("one"));
        machines.awaitNothingLeftOf("one");
    }

    @Test
    void twoServersThatEnsureAtOnceRentOne() throws Exception {
        try (MachineCloud other = ground.connect()) {
            ContractCopies.atOnce(List.of(cloud, other).stream().<Callable<Void>>map(each -> () -> {
                each.ensure(region, ground.order("one"));
                return null;
            }).toList());
            machines.ensure("one");
            await("one machine is left").until(() -> machines.observed().size() == 1);
        }
        // Both may have been built on one port, and the machine that is left may be the one that failed: as a leader, the test repeats.
        await("it runs").ignoreExceptionsMatching(fault -> fault instanceof AdapterFault refusal && refusal.retriable())
                .until(() -> machines.ensure("one").state() == ObservedMachine.State.RUNNING);
        machines.running("one");
        cloud.destroy(region, label("one"));
        machines.awaitNothingLeftOf("one");
    }

    @Test
    void rentsDifferentMachinesAtOnce() throws Exception {
        List<String> ids = List.of("one", "two", "three");
        ContractCopies.atOnce(ids.stream().<Callable<Void>>map(hostId -> () -> {
            machines.running(hostId);
            return null;
        }).toList());
        assertThat(machines.observed()).extracting(machine -> machine.label().hostId()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(machines.observed().stream().flatMap(machine -> machine.addresses().stream())).doesNotHaveDuplicates();
    }

    @Test
    void findsMachinesByTheirLabelsWithoutRemembering() {
        machines.running("one");
        try (MachineCloud restarted = ground.connect()) {
            assertThat(machines.observed(restarted)).isEqualTo(machines.observed()).hasSize(1);
            assertThat(restarted.ensure(region, ground.order("one")).id()).isEqualTo(machines.observed().get(0).id());
            restarted.destroy(region, label("one"));
        }
        assertThat(machines.observed()).isEmpty();
    }

    @Test
    void neverReportsWhatIsNotOurs() {
        List<ObservedMachine> before = cloud.observe(region);
        ground.startForeignMachine();
        assertThat(cloud.observe(region)).isEqualTo(before);
    }

    @Test
    void stopsAndStartsWithDiskAndAddresses() {
        assumeDeclared(MachineCapability.STOP_AND_START);
        ObservedMachine running = machines.running("one");
        ground.overSsh(running, "echo kept > /root/kept");
        cloud.stop(region, label("one"));
        cloud.stop(region, label("one"));
        ObservedMachine stopped = machines.await("one", ObservedMachine.State.STOPPED);
        assertThat(stopped.addresses()).isEqualTo(running.addresses());
        cloud.stop(region, label("one"));
        cloud.start(region, label("one"));
        cloud.start(region, label("one"));
        ObservedMachine again = machines.running("one");
        assertThat(again).isEqualTo(running);
        cloud.start(region, label("one"));
        assertThat(ground.overSsh(again, "cat /root/kept")).isEqualTo("kept");
    }

    @Test
    void destroyLeavesNothingAndMayBeRepeated() {
        String first = machines.running("one").addresses().get(0);
        machines.ensure("two");
        List<String> chosen = declares(MachineCapability.CHOSEN_ADDRESSES) ? List.of(ground.freeAddress(IpFamily.IPV4, 1)) : List.of();
        machines.access("one", chosen, declares(MachineCapability.PUBLIC_ADDRESSES) ? List.of(first) : List.of(), List.of(8080));
        assertThat(ground.remainsOf(label("one"))).as("the ground sees what there is").isNotEmpty();
        cloud.destroy(region, label("one"));
        cloud.destroy(region, label("one"));
        machines.awaitNothingLeftOf("one");
        assertThat(machines.observed()).extracting(ObservedMachine::label).containsExactly(label("two"));
        cloud.destroy(region, label("never-there"));
    }

    @Test
    void destroysWhatStillBoots() {
        machines.ensure("one");
        cloud.destroy(region, label("one"));
        machines.awaitNothingLeftOf("one");
        assertThat(machines.observed()).isEmpty();
    }

    @Test
    void rentsAnewWhatWasDestroyed() {
        String former = machines.ensure("one").id();
        cloud.destroy(region, label("one"));
        assertThat(machines.running("one").id()).isNotEqualTo(former);
    }
}
