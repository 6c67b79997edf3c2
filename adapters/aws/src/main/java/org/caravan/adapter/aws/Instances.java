package org.caravan.adapter.aws;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.checked.ProviderAnswer;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;

/** Instances of one label. Normally one; briefly two if two servers ordered concurrently. */
final class Instances {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(200);
    private static final Duration LOOK_AGAIN_AT_MOST = Duration.ofSeconds(5);

    private final AwsAccount account;
    private final MachineLabel label;
    private final Duration patience;

    Instances(AwsAccount account, MachineLabel label, Duration patience) {
        this.account = account;
        this.label = label;
        this.patience = patience;
    }

    /** The pages of any list, limited. */
    static <P> Stream<P> pages(Iterable<P> pages) {
        return StreamSupport.stream(ProviderAnswer.pages(pages).spliterator(), false);
    }

    static List<Instance> ours(AwsAccount account, List<Filter> filters) {
        return account.ask("list machines", ec2 -> pages(ec2.describeInstancesPaginator(request -> request.filters(filters)))
                .flatMap(page -> page.reservations().stream())
                .flatMap(reservation -> reservation.instances().stream())
                .filter(instance -> AwsNames.label(instance.tags()).isPresent() && !Observation.isGone(instance))
                .sorted(Comparator.comparing(Instance::launchTime).thenComparing(Instance::instanceId)).toList());
    }

    /** All instances that still exist, oldest first, so that all servers agree on the one to keep. */
    List<Instance> present() {
        return ours(account, AwsNames.filters(label));
    }

    /** @throws org.caravan.adapter.AdapterFault of kind FAILED if there is none */
    Instance one() {
        return present().stream().filter(instance -> !Observation.isLeaving(instance)).findFirst()
                .orElseThrow(() -> AwsFault.noMachine(label));
    }

    void terminate(List<Instance> instances) {
        instances.stream().filter(instance -> !Observation.brokeAtBirth(instance)).map(Instance::instanceId).forEach(this::terminate);
        List<String> broken = instances.stream().filter(Observation::brokeAtBirth).map(Instance::instanceId).toList();
        if (!broken.isEmpty()) { // EC2 lists a terminated instance for an hour; without its tags it is ignored
            account.ask("release the machine (" + label + ")",
                    ec2 -> ec2.deleteTags(request -> request.resources(broken).tags(AwsNames.keys())));
        }
    }

    /**
     * Terminates one instance per call, because EC2 rejects a whole call if one instance is missing. Ignores an instance that
     * another server has terminated.
     */
    private void terminate(String id) {
        account.ask("release the machine (" + label + ")", ec2 -> {
            try {
                return Optional.of(ec2.terminateInstances(request -> request.instanceIds(id)));
            } catch (Ec2Exception e) {
                if (!AwsRefusal.code(e).matches("Invalid(InstanceID|NetworkInterfaceID)\\.NotFound")) {
                    throw e;
                }
                return Optional.empty();
            }
        });
    }

    /** Polls until no instance satisfies the predicate, at most for {@link #patience}. */
    void awaitNone(Predicate<Instance> predicate, String otherwise) {
        awaitTrue(() -> present().stream().noneMatch(predicate), otherwise);
    }

    void awaitTrue(BooleanSupplier state, String otherwise) {
        long deadline = System.nanoTime() + patience.toNanos();
        Duration pause = LOOK_AGAIN;
        while (!state.getAsBoolean()) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                throw AwsFault.lingers(label, otherwise);
            }
            LockSupport.parkNanos(pause.toNanos());
            pause = pause.multipliedBy(2).compareTo(LOOK_AGAIN_AT_MOST) < 0 ? pause.multipliedBy(2) : LOOK_AGAIN_AT_MOST;
        }
    }
}
