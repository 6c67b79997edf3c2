package org.caravan.adapter.simulated;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.infrastructure.Admission;
import org.caravan.machine.MachineAccess;
import org.caravan.machine.MachineLabel;
import org.caravan.machine.MachineOrder;
import org.caravan.machine.ObservedMachine;

/**
 * State of a simulated machine.
 *
 * @param region name of its region
 * @param own its first addresses, IPv4 first
 * @param startedAt time of the last power-on
 * @param admissions rules of its firewall
 */
record SimulatedMachine(
        MachineLabel label, String region, String id, String offer, boolean on, Instant startedAt, List<String> own,
        SortedSet<String> chosen, SortedSet<Admission> admissions, Map<String, String> published) {

    SimulatedMachine {
        own = List.copyOf(own);
        chosen = Collections.unmodifiableSortedSet(new TreeSet<>(chosen));
        admissions = Collections.unmodifiableSortedSet(new TreeSet<>(admissions));
        published = Collections.unmodifiableMap(new TreeMap<>(published));
    }

    static SimulatedMachine ordered(MachineOrder order, String region, String id, Instant now, List<String> own) {
        return new SimulatedMachine(order.label(), region, id, order.offer(), true, now, own, new TreeSet<>(), new TreeSet<>(), Map.of());
    }

    SimulatedMachine switched(boolean changed, Instant now) {
        return on == changed ? this : new SimulatedMachine(label, region, id, offer, changed, now, own, chosen, admissions, published);
    }

    SimulatedMachine with(MachineAccess access, Map<String, String> changedPublished) {
        return new SimulatedMachine(label, region, id, offer, on, startedAt, own, access.addresses(), admissions, changedPublished);
    }

    SimulatedMachine admitting(SortedSet<Admission> those) {
        return new SimulatedMachine(label, region, id, offer, on, startedAt, own, chosen, those, published);
    }

    List<String> addresses() {
        List<String> all = new ArrayList<>(own);
        all.addAll(chosen);
        return all;
    }

    ObservedMachine observed(Instant now, Duration bootAfter) {
        ObservedMachine.State state = !on ? ObservedMachine.State.STOPPED
                : Duration.between(startedAt, now).compareTo(bootAfter) < 0
                        ? ObservedMachine.State.BOOTING : ObservedMachine.State.RUNNING;
        String first = own.get(0);
        return new ObservedMachine(label, id, state, offer, addresses(), published,
                Optional.of(published.getOrDefault(first, first)), "root", Optional.empty());
    }
}
