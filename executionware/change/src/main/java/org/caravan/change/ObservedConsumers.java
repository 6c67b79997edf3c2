package org.caravan.change;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.adapter.ObservedCopy;
import org.caravan.adapter.PeerRoute;

/** Index of copies by the copies that have routes to them, from the observed state. */
final class ObservedConsumers {

    private static final Comparator<ObservedCopy> ORDER =
            Comparator.comparing(ObservedCopy::id).thenComparing(ObservedCopy::hostId);

    private final Map<String, List<ObservedCopy>> byAddress = new HashMap<>();

    ObservedConsumers(List<ObservedCopy> copies) {
        copies.forEach(copy -> copy.routes().stream().map(PeerRoute::address).distinct()
                .forEach(address -> byAddress.computeIfAbsent(address, unused -> new ArrayList<>()).add(copy)));
    }

    /** Users of a copy, without duplicates, ordered by label and host. */
    List<ObservedCopy> of(ObservedCopy used) {
        return used.addresses().stream()
                .flatMap(address -> byAddress.getOrDefault(address, List.of()).stream())
                .filter(user -> user != used)
                .distinct()
                .sorted(ORDER)
                .toList();
    }
}
