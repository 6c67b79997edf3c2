package org.caravan.adapter.testkit;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineCloud;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.ObservedMachine;

/** Provisions the machines of a contract test. */
final class ContractMachines {

    /** A first boot beside other suites. */
    private static final Duration FIRST_BOOT = Duration.ofMinutes(4);

    private final MachineFixture ground;
    private final MachineCloud cloud;

    ContractMachines(MachineFixture ground, MachineCloud cloud) {
        this.ground = ground;
        this.cloud = cloud;
    }

    static MachineLabel label(String hostId) {
        return new MachineLabel(MachineFixture.INFRASTRUCTURE, hostId);
    }

    ObservedMachine ensure(String hostId) {
        return cloud.ensure(ground.region(), ground.order(hostId));
    }

    /** @param ports open to any sender; none leaves the firewall as it is */
    ObservedMachine access(String hostId, List<String> addresses, List<String> publicFor, List<Integer> ports) {
        ObservedMachine machine = cloud.ensureAccess(ground.region(), label(hostId),
                new MachineAccess(new TreeSet<>(addresses), new TreeSet<>(publicFor)));
        return ports.isEmpty() ? machine : admit(hostId, ports.stream().map(port -> new Admission(Admission.ANYWHERE, port)).toList());
    }

    ObservedMachine admit(String hostId, Collection<Admission> admissions) {
        return cloud.admit(ground.region(), label(hostId), new TreeSet<>(admissions));
    }

    /** Provisioned, running, and answering SSH. */
    ObservedMachine running(String hostId) {
        ensure(hostId);
        ObservedMachine machine = await(hostId, ObservedMachine.State.RUNNING);
        String ssh = machine.sshAddress().orElseThrow(() -> new AssertionError("a running machine has an SSH address"));
        try {
            Awaitility.await("SSH at " + ssh).atMost(FIRST_BOOT).until(() -> ground.answers(ssh, 22));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError("No SSH at " + ssh + " within " + FIRST_BOOT + ". The provider reports "
                    + observed(hostId).map(ObservedMachine::toString).orElse("no machine") + "; what it has of it: "
                    + ground.remainsOf(label(hostId)) + "; its firewall: " + ground.openings(label(hostId)), e);
        }
        return machine;
    }

    ObservedMachine await(String hostId, ObservedMachine.State state) {
        Awaitility.await(hostId + " to be " + state).until(() -> observed(hostId).filter(machine -> machine.state() == state).isPresent());
        return observed(hostId).orElseThrow();
    }

    List<ObservedMachine> observed() {
        return observed(cloud);
    }

    List<ObservedMachine> observed(MachineCloud by) {
        return by.observe(ground.region()).stream()
                .filter(machine -> machine.label().infrastructure().equals(MachineFixture.INFRASTRUCTURE))
                .sorted(Comparator.comparing(ObservedMachine::label))
                .toList();
    }

    Optional<ObservedMachine> observed(String hostId) {
        return observed().stream().filter(machine -> machine.label().hostId().equals(hostId)).findFirst();
    }

    void destroyAll() {
        observed().forEach(machine -> cloud.destroy(ground.region(), machine.label()));
    }

    void awaitNothingLeftOf(String hostId) {
        Awaitility.await("nothing is left of " + hostId).until(() -> ground.remainsOf(label(hostId)), Collection::isEmpty);
    }

    /** Repeats the call until it throws, because some providers accept an order before they detect that they cannot fulfil it. */
    static AdapterFault awaitFault(ThrowingCallable call) {
        AdapterFault[] fault = new AdapterFault[1];
        Awaitility.await("a fault").until(() -> {
            try {
                call.call();
                return false;
            } catch (AdapterFault e) {
                fault[0] = e;
                return true;
            } catch (Throwable e) {
                throw new AssertionError("a cloud throws AdapterFault only", e);
            }
        });
        return fault[0];
    }
}
