package org.caravan.execution.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.execution.journal.RunStore;
import org.caravan.execution.journal.Target;
import org.caravan.infrastructure.Host;
import org.caravan.machine.ObservedMachine;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds and removes orphans: labelled copies of unknown applications, and machines without a host in the infrastructure. They come
 * from a server whose journal was lost, or from another server that shares the hosts. Therefore only explicitly named orphans are
 * removed.
 */
public final class Orphans {

    private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);

    private final HostRegistry fleet;
    private final RunStore store;
    private final ConcurrencyLimits gates = new ConcurrencyLimits();

    public Orphans(HostRegistry fleet, RunStore store) {
        this.fleet = fleet;
        this.store = store;
    }

    /** Host and label by which a user names a copy. */
    public record Name(String hostId, String label) {

        static Name of(ObservedCopy copy) {
            return new Name(copy.hostId(), copy.id().label());
        }
    }

    /**
     * Includes unobserved hosts and unclaimed machines. A machine that a target uses is not an orphan, even if its host is no
     * longer in the infrastructure.
     */
    public ObservedState find() {
        ObservedState seen = fleet.observe();
        // Read targets after the observation: an application is recorded before its first copy is created.
        List<DeploymentPlan> targets = store.targets().stream().map(Target::plan).toList();
        Map<String, Set<String>> unreadable = store.unreadableTargets();
        Set<String> known = Stream.concat(targets.stream().map(DeploymentPlan::application), unreadable.keySet().stream())
                .collect(Collectors.toSet());
        Set<String> used = Stream.concat(targets.stream().flatMap(plan -> plan.instances().stream()).map(InstancePlacement::hostId),
                unreadable.values().stream().flatMap(Set::stream)).collect(Collectors.toSet());
        return new ObservedState(
                seen.copies().stream().filter(copy -> !known.contains(copy.id().application())).toList(), seen.unobserved(), List.of(),
                seen.unclaimed().stream().filter(machine -> !used.contains(machine.label().hostId())).toList());
    }

    /**
     * Removes the named copies and machines that are still orphans.
     *
     * @param machineIds ids that the providers assigned
     * @return one sentence per orphan that is left, with the reason; empty if all were removed
     */
    public List<String> remove(Set<Name> named, Set<String> machineIds) {
        ObservedState now = find();
        List<String> left = new ArrayList<>(removeCopies(named, now.copies()));
        Set<String> there = now.unclaimed().stream().map(ObservedMachine::id).collect(Collectors.toSet());
        machineIds.stream().filter(id -> !there.contains(id)).sorted().forEach(id -> left.add("machine " + id
                + " belongs to a host, or its provider did not answer: left unchanged."));
        now.unclaimed().stream().filter(machine -> machineIds.contains(machine.id()))
                .forEach(machine -> discard(machine).ifPresent(left::add));
        return left;
    }

    private Optional<String> discard(ObservedMachine machine) {
        try {
            fleet.discard(machine);
            LOG.info("released machine {} of {}", machine.id(), machine.label());
            return Optional.empty();
        } catch (RuntimeException fault) {
            return Optional.of("machine " + machine.id() + " could not be released: " + fault.getMessage());
        }
    }

    private List<String> removeCopies(Set<Name> named, List<ObservedCopy> orphans) {
        List<ObservedCopy> found = orphans.stream().filter(copy -> named.contains(Name.of(copy))).toList();
        List<String> left = new ArrayList<>();
        Set<Name> there = found.stream().map(Name::of).collect(Collectors.toSet());
        named.stream().filter(name -> !there.contains(name)).map(name -> name.label() + " on " + name.hostId()
                + " is not an orphan, or its host was not observed: left alone.").sorted().forEach(left::add);
        for (ObservedCopy orphan : found) {
            Host host = fleet.host(orphan.hostId());
            try {
                gates.pass(fleet.adapter(host), host.id(), () -> fleet.adapter(host).destroy(host, orphan.id()));
                LOG.info("removed orphan {} on {}", orphan.id().label(), host.id());
            } catch (RuntimeException fault) {
                left.add(orphan.id().label() + " on " + host.id() + " could not be removed: " + fault.getMessage());
            }
        }
        return left;
    }
}
