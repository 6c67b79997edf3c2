package org.caravan.change;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;

/** Collects steps and omits transitive edges, so that the order is readable. */
final class StepGraph {

    private final List<Step> steps = new ArrayList<>();
    /** By step number: all direct and transitive predecessors. */
    private final List<BitSet> before = new ArrayList<>(List.of(new BitSet()));

    /** Adds IMAGE, SUPPLY, RESERVE or CONFIRM for the copy of a placement. */
    int place(StepKind kind, CopyId copy, InstancePlacement at, List<PeerRoute> routes, String cause,
            Collection<Integer> waitsFor) {
        return add(kind, Optional.of(at.hostId()), Optional.of(copy), Optional.of(at.spec()), routes, Optional.empty(), List.of(), cause,
                waitsFor);
    }

    int create(CopyId copy, InstancePlacement at, List<PeerRoute> routes, Admitted admitted, String cause, Collection<Integer> waitsFor) {
        return add(StepKind.CREATE, Optional.of(at.hostId()), Optional.of(copy), Optional.of(at.spec()), routes, Optional.of(admitted),
                List.of(),
                cause, waitsFor);
    }

    int admit(CopyId copy, InstancePlacement at, Admitted admitted, String cause, Collection<Integer> waitsFor) {
        return add(StepKind.ADMIT, Optional.of(at.hostId()), Optional.of(copy), Optional.of(at.spec()), List.of(), Optional.of(admitted),
                List.of(),
                cause, waitsFor);
    }

    /** Adds ROUTE, DRAIN or DESTROY for an existing copy. */
    int touch(StepKind kind, CopyId copy, String hostId, List<PeerRoute> routes, String cause, Collection<Integer> waitsFor) {
        return add(kind, Optional.of(hostId), Optional.of(copy), Optional.empty(), routes, Optional.empty(), List.of(), cause, waitsFor);
    }

    int entry(List<EntryPlacement> entries, String cause, Collection<Integer> waitsFor) {
        return add(StepKind.ENTRY, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty(), entries, cause,
                waitsFor);
    }

    /** Adds RENT, OPEN or RELEASE for a host. */
    int host(StepKind kind, String hostId, String cause, Collection<Integer> waitsFor) {
        return add(kind, Optional.of(hostId), Optional.empty(), Optional.empty(), List.of(), Optional.empty(), List.of(), cause, waitsFor);
    }

    List<Step> steps() {
        return steps;
    }

    private int add(StepKind kind, Optional<String> hostId, Optional<CopyId> copy, Optional<CopySpec> spec,
            List<PeerRoute> routes, Optional<Admitted> admitted, List<EntryPlacement> entries, String cause, Collection<Integer> waitsFor) {
        BitSet implied = new BitSet();
        waitsFor.forEach(number -> implied.or(before.get(number)));
        TreeSet<Integer> direct = new TreeSet<>(waitsFor);
        direct.removeIf(implied::get);
        direct.forEach(implied::set);
        before.add(implied);
        int number = steps.size() + 1;
        steps.add(new Step(number, kind, hostId, copy, spec, routes, admitted, entries, cause, direct));
        return number;
    }
}
