package org.caravan.measure.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.measure.ProbeOrder;
import org.caravan.measure.ProbePoint;

/**
 * Assigns orders to rounds, first fit: each to the first round in which no other order loads the same link or machine. Orders that
 * load the most demanded link or machine come first, because the busiest machine determines the number of rounds.
 */
final class Rounds {

    private Rounds() {}

    static List<ProbeRound> withoutSharedLinks(List<? extends ProbeOrder> orders, int atOnce) {
        List<List<ProbeOrder>> rounds = new ArrayList<>();
        List<Set<String>> loaded = new ArrayList<>();
        Map<String, Long> demand = orders.stream().flatMap(order -> loadedBy(order).stream())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        List<? extends ProbeOrder> busiestFirst = orders.stream()
                .sorted(Comparator.comparingLong((ProbeOrder order) -> loadedBy(order).stream().mapToLong(demand::get).max().orElse(0))
                        .reversed())
                .toList();
        for (ProbeOrder order : busiestFirst) {
            Set<String> loads = loadedBy(order);
            int round = 0;
            while (round < rounds.size() && !Collections.disjoint(loaded.get(round), loads)) {
                round++;
            }
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
                loaded.add(new HashSet<>());
            }
            rounds.get(round).add(order);
            loaded.get(round).addAll(loads);
        }
        return rounds.stream().map(round -> new ProbeRound(round, atOnce)).toList();
    }

    private static Set<String> loadedBy(ProbeOrder order) {
        return Set.copyOf(List.of(
                link(order.from().at()), link(order.to().at()), machine(order.from()), machine(order.to())));
    }

    /** Both IP versions and both directions count as one link: data of one flow delays the acknowledgements of another. */
    private static String link(AccessPoint at) {
        return "link " + at.siteId() + "." + at.ispId();
    }

    /** Two flows at one machine could be limited by its processor or its only network card. */
    private static String machine(ProbePoint point) {
        return "machine " + point.machineId();
    }
}
