package org.caravan.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.ObservedState;
import org.caravan.infrastructure.Host;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies that carry our label although no application here has ever had a plan that asks for them: of a server whose
 * journal was lost, or of another server that shares the hosts. So nothing is removed but what a person named.
 */
public final class Orphans {

    private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);

    private final Fleet fleet;
    private final RunStore store;
    private final Gates gates = new Gates();

    public Orphans(Fleet fleet, RunStore store) {
        this.fleet = fleet;
        this.store = store;
    }

    /** A copy by host and label, as a person names it. */
    public record Name(String hostId, String label) {

        static Name of(ObservedCopy copy) {
            return new Name(copy.hostId(), copy.id().label());
        }
    }

    /** With the hosts that could not be looked at. */
    public ObservedState find() {
        ObservedState seen = fleet.observe();
        // Asked after looking: an application becomes known before its first copy is created.
        Set<String> known = store.targets().stream().map(target -> target.plan().application()).collect(Collectors.toSet());
        return new ObservedState(
                seen.copies().stream().filter(copy -> !known.contains(copy.id().application())).toList(), seen.unobserved());
    }

    /**
     * Removes those that were named and still are orphans.
     *
     * @return what is left of them and why, a sentence for a person each; empty if all are gone
     */
    public List<String> remove(Set<Name> named) {
        List<ObservedCopy> found = find().copies().stream().filter(copy -> named.contains(Name.of(copy))).toList();
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
