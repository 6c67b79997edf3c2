package org.caravan.execution.step;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.adapter.HostRental;
import org.caravan.adapter.RentedHost;
import org.caravan.change.AddressNeeds;
import org.caravan.change.Step;
import org.caravan.execution.fleet.ConcurrencyLimits;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.PermanentFailure;
import org.caravan.execution.fleet.TargetLocks;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.execution.time.InterruptibleWait;
import org.caravan.infrastructure.Host;
import org.caravan.plan.InstancePlacement;

/** Executes steps that provision, open and release machines. */
final class RentalSteps {

    /** Includes ordering, boot and preparation; small machines download packages over slow links. */
    static final Duration RENT_LIMIT = Duration.ofMinutes(15);

    private static final Duration POLL_FIRST = Duration.ofMillis(100);
    private static final Duration POLL_LAST = Duration.ofSeconds(5);

    private final HostRegistry fleet;
    private final RunStore store;
    private final TargetLocks leases;
    private final ConcurrencyLimits gates;

    RentalSteps(HostRegistry fleet, RunStore store, TargetLocks leases, ConcurrencyLimits gates) {
        this.fleet = fleet;
        this.store = store;
        this.leases = leases;
        this.gates = gates;
    }

    void rent(Step step, InterruptibleWait waiting) {
        Host host = host(step);
        InterruptibleWait.Deadline deadline = waiting.deadline(RENT_LIMIT);
        InterruptibleWait.BackOff backOff = waiting.new BackOff(POLL_FIRST, POLL_LAST);
        while (true) {
            Optional<String> whyNotFit = within(host, waiting, () -> rental(host).rent(host));
            if (whyNotFit.isEmpty()) {
                return;
            }
            if (deadline.passed()) {
                throw new PermanentFailure("The machine of " + host.id() + " was not ready for copies within " + RENT_LIMIT.toMinutes()
                        + " min: " + whyNotFit.get() + ".\nMaybe check its console at the provider, then resume the deployment.");
            }
            backOff.pause();
        }
    }

    /**
     * Opens the required access. The needs are computed here and not in the step, because another application may use the machine
     * by now.
     */
    void open(Step step, InterruptibleWait waiting) {
        Host host = host(step);
        within(host, waiting, () -> leases.onHost(host.id(), () -> {
            RentedHost rented = fleet.rented(host.id());
            rental(host).open(host, AddressNeeds.of(rented,
                    store.targets().stream().map(Target::plan).toList(), fleet.adapter(host).observe(host)));
            return null;
        }));
    }

    /** Why the machine is kept; empty if it was released. */
    Optional<String> release(Step step, InterruptibleWait waiting) {
        Host host = host(step);
        return within(host, waiting, () -> leases.onHost(host.id(), () -> {
            Optional<String> needed = whyNeeded(host);
            if (needed.isEmpty()) {
                rental(host).release(host);
            }
            return needed;
        }));
    }

    /** The run may have been cancelled while the call waited for its permit. */
    private <T> T within(Host host, InterruptibleWait waiting, Supplier<T> call) {
        return gates.passing(fleet.adapter(host), host.id(), () -> {
            waiting.pause(Duration.ZERO);
            return call.get();
        });
    }

    private Optional<String> whyNeeded(Host host) {
        Optional<String> wanted = store.targets().stream()
                .flatMap(target -> target.plan().instances().stream()
                        .filter(placement -> placement.hostId().equals(host.id()))
                        .map(InstancePlacement::instance)
                        .map(instance -> instance + " of " + target.plan().application()))
                .findFirst();
        Optional<String> unknown = store.unreadableTargets().entrySet().stream().filter(each -> each.getValue().contains(host.id()))
                .map(each -> "application " + each.getKey() + ", whose plan in force cannot be read,").findFirst();
        return wanted.or(() -> unknown).or(() -> fleet.adapter(host).observe(host).stream().map(copy -> copy.id().label()).findFirst())
                .map(user -> "The machine of " + host.id() + " was kept: " + user + " has come to be there.");
    }

    private Host host(Step step) {
        return fleet.host(step.hostId().orElseThrow());
    }

    private HostRental rental(Host host) {
        return fleet.adapter(host).rental().orElseThrow(() -> new PermanentFailure("The adapter of " + host.id()
                + " does not rent machines.\nMaybe the provider of its site has changed since: plan again."));
    }
}
