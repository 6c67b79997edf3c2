package org.caravan.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.caravan.adapter.ObservedState;
import org.caravan.adapter.RentedHost;
import org.caravan.adapter.UnobservedHost;
import org.caravan.application.SecretUse;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.execution.fleet.HostRegistry;
import org.caravan.execution.fleet.SecretSource;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;

/** Rejects a plan that cannot be started, before it becomes the target. */
final class Admission {

    private final HostRegistry fleet;
    private final SecretSource secrets;

    Admission(HostRegistry fleet, SecretSource secrets) {
        this.fleet = fleet;
        this.secrets = secrets;
    }

    /** @throws RejectedInput with all obstacles */
    void check(DeploymentPlan plan, ObservedState seen) {
        List<Diagnostic> obstacles = new ArrayList<>();
        plan.instances().forEach(placement -> hostIsThere(plan, placement, seen).ifPresent(obstacles::add));
        secretsNotSet(plan).forEach(obstacles::add);
        nothingIsNewer(plan, seen).ifPresent(obstacles::add);
        if (!obstacles.isEmpty()) {
            throw new RejectedInput(obstacles);
        }
    }

    private Optional<Diagnostic> hostIsThere(DeploymentPlan plan, InstancePlacement placement, ObservedState seen) {
        String hostId = placement.hostId();
        if (!fleet.has(hostId)) {
            return Optional.of(DeploymentRefusal.hostUnknown(plan, placement));
        }
        boolean created = placement.generation() == plan.generation();
        if (seen.rented(hostId).flatMap(RentedHost::machine).filter(Admission::wakes).isPresent()) {
            return Optional.empty(); // the first step on this host starts its machine and waits for it
        }
        return seen.unobserved().stream()
                .filter(host -> created && host.hostId().equals(hostId))
                .findFirst()
                .map(host -> unobserved(plan, placement, host));
    }

    private static boolean wakes(ObservedMachine machine) {
        return machine.state() == ObservedMachine.State.BOOTING || machine.state() == ObservedMachine.State.STOPPED;
    }

    private static Diagnostic unobserved(DeploymentPlan plan, InstancePlacement placement, UnobservedHost host) {
        return Diagnostic.error("host-not-observed",
                "The plan of " + plan.application() + " puts " + placement.instance() + " on " + host.hostId()
                        + ", which was not observed (" + host.reason() + ").",
                "bring " + host.hostId() + " back, or plan again without it.");
    }

    private List<Diagnostic> secretsNotSet(DeploymentPlan plan) {
        return plan.instances().stream()
                .flatMap(placement -> placement.spec().secrets().stream())
                .map(SecretUse::secretName)
                .distinct()
                .filter(name -> secrets.of(plan.application()).version(name).isEmpty())
                .map(name -> Diagnostic.error("secret-not-set",
                        "The plan of " + plan.application() + " needs secret " + name + ", which is not set.",
                        "set it: caravan secret set " + name + ", its value on standard input."))
                .toList();
    }

    /**
     * Rejects a plan older than running copies, because adapters would refuse each step. Copies newer than the journal mean that
     * the journal was lost, or that another server deployed them.
     */
    private static Optional<Diagnostic> nothingIsNewer(DeploymentPlan plan, ObservedState seen) {
        return seen.of(plan.application()).copies().stream()
                .filter(copy -> copy.id().generation() > plan.generation())
                .findFirst()
                .map(copy -> Diagnostic.error("newer-copy",
                        "Copy " + copy.id() + " on " + copy.hostId() + " is newer than generation " + plan.generation()
                                + " of the plan of " + plan.application() + ".",
                        "another server deploys " + plan.application() + "; if not, plan again with generation "
                                + (copy.id().generation() + 1) + " or later."));
    }
}
