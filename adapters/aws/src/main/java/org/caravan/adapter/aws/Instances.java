package org.caravan.adapter.aws;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.caravan.machine.MachineLabel;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;

/** The instances of one label. Normally one; two for a moment, when two servers ordered at once. */
final class Instances {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration LOOK_AGAIN_AT_MOST = Duration.ofSeconds(5);

    private final Account account;
    private final MachineLabel label;
    private final Duration patience;

    Instances(Account account, MachineLabel label, Duration patience) {
        this.account = account;
        this.label = label;
        this.patience = patience;
    }

    static List<Instance> ours(Account account, List<Filter> filters) {
        return account.ask("list machines", ec2 -> ec2.describeInstancesPaginator(request -> request.filters(filters)).reservations().stream()
                .flatMap(reservation -> reservation.instances().stream())
                .filter(instance -> Names.label(instance.tags()).isPresent() && !Observation.isGone(instance))
                .sorted(Comparator.comparing(Instance::launchTime).thenComparing(Instance::instanceId)).toList());
    }

    /** All that are not gone, the eldest first: every server that looks agrees which one is to stay. */
    List<Instance> present() {
        return ours(account, Names.filters(label));
    }

    /** @throws org.caravan.adapter.AdapterFault of kind FAILED if there is none */
    Instance one() {
        return present().stream().filter(instance -> !Observation.isLeaving(instance)).findFirst().orElseThrow(() -> Fault.noMachine(label));
    }

    void terminate(List<Instance> instances) {
        instances.stream().filter(instance -> !Observation.brokeAtBirth(instance)).map(Instance::instanceId).forEach(this::terminate);
        List<String> broken = instances.stream().filter(Observation::brokeAtBirth).map(Instance::instanceId).toList();
        if (!broken.isEmpty()) { // ended already, but shown for an hour: without our tags it is no longer ours
            account.ask("give back the machine (" + label + ")", ec2 -> ec2.deleteTags(request -> request.resources(broken).tags(Names.keys())));
        }
    }

    /** One a call: of several EC2 ends none if one is gone. What another server gives back in the same moment is as wanted. */
    private void terminate(String id) {
        account.ask("give back the machine (" + label + ")", ec2 -> {
            try {
                return Optional.of(ec2.terminateInstances(request -> request.instanceIds(id)));
            } catch (Ec2Exception e) {
                if (!Refusal.code(e).matches("Invalid(InstanceID|NetworkInterfaceID)\\.NotFound")) {
                    throw e;
                }
                return Optional.empty();
            }
        });
    }

    /** Looks until nothing is there that the predicate holds for; at most as long as patience lasts. */
    void awaitNone(Predicate<Instance> predicate, String otherwise) {
        awaitTrue(() -> present().stream().noneMatch(predicate), otherwise);
    }

    void awaitTrue(BooleanSupplier state, String otherwise) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = LOOK_AGAIN;
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                throw Fault.lingers(label, otherwise);
            }
            LockSupport.parkNanos(pause.toNanos());
            pause = pause.multipliedBy(2).compareTo(LOOK_AGAIN_AT_MOST) < 0 ? pause.multipliedBy(2) : LOOK_AGAIN_AT_MOST;
        }
    }
}
