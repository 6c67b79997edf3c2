package org.caravan.change;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.Collections;
import org.caravan.adapter.Admitted;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.plan.EntryPlacement;

/**
 * One adapter call with its cause.
 *
 * @param number counts from 1 within its change set
 * @param waitsFor numbers of steps that must be done before; all lower than its own
 * @param hostId host on which the step acts; empty for ENTRY
 * @param copy copy on which the step acts; empty for ENTRY, and for RENT, OPEN and RELEASE, which act on the host
 * @param spec for IMAGE, SUPPLY, CREATE, ADMIT and RESERVE; for CONFIRM, contains the endpoints to check
 * @param routes for CREATE and ROUTE
 * @param admitted for CREATE and ADMIT
 * @param entries for ENTRY: entries for users, with public addresses where instances are reached only by them
 * @param cause reason for the step, for a reader
 */
public record Step(
        int number,
        StepKind kind,
        Optional<String> hostId,
        Optional<CopyId> copy,
        Optional<CopySpec> spec,
        List<PeerRoute> routes,
        Optional<Admitted> admitted,
        List<EntryPlacement> entries,
        String cause,
        SortedSet<Integer> waitsFor) {

    public Step {
        routes = routes.stream().sorted().toList();
        entries = List.copyOf(entries);
        waitsFor = Collections.unmodifiableSortedSet(new TreeSet<>(waitsFor));
        if (!waitsFor.isEmpty() && waitsFor.last() >= number) {
            throw new IllegalArgumentException("step " + number + " waits for a step that is not before it: " + waitsFor);
        }
    }

    /** One line: {@code [1 2] -> #3 CREATE frontend:1@2 on pi-1, moves from ohio-1}. */
    public String text() {
        StringBuilder text = new StringBuilder("[");
        waitsFor.forEach(before -> text.append(text.length() == 1 ? "" : " ").append(before));
        text.append("] -> #").append(number).append(' ').append(kind);
        copy.ifPresent(id -> text.append(' ').append(id));
        hostId.ifPresent(host -> text.append(copy.isPresent() ? " on " : " ").append(host));
        return text.append(", ").append(cause).toString();
    }
}
