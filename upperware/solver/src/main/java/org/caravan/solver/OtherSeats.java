package org.caravan.solver;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What would become of the score, had one tenant another seat while nobody else moves. Empty hosts that no score tells apart are tried once. */
final class OtherSeats {

    /** @param parts of the score, had the tenant this seat */
    record Alternative(Seat seat, long soft, Map<Part, Long> parts) {}

    /**
     * @param best of those that break no obligation, the first in order of hosts
     * @param broken in words, on how many hosts
     */
    record Outlook(Optional<Alternative> best, Map<String, Long> broken) {}

    private static final int ALONE = -1;

    private final RunningScore score;
    private final PlacementTables tables;
    private final HostGroups groups;
    private final Map<Part, Long> parts;
    private int tries;

    /** @param score of a seating; changes while it is asked, and is as before afterwards */
    OtherSeats(PlacementTables tables, RunningScore score) {
        this.tables = tables;
        this.score = score;
        this.groups = new HostGroups(tables);
        this.parts = score.parts();
    }

    Map<Part, Long> parts() {
        return parts;
    }

    /** How many seats were tried so far. */
    int tries() {
        return tries;
    }

    Outlook of(Tenant tenant) {
        int here = score.seatOf(tenant.index());
        Map<Integer, Optional<String>> alike = new HashMap<>();
        Map<String, Long> broken = new TreeMap<>();
        Optional<Alternative> best = Optional.empty();
        Watch.look();
        for (int seat : tenant.seats()) {
            if (seat != here) {
                // Who is on a host or was there before tells it apart; of others the first stands for all.
                int group = score.isOpen(seat) || tenant.isNow(seat) ? ALONE : groups.of(seat);
                if (group == ALONE || !alike.containsKey(group)) {
                    alike.put(group, tried(tenant, seat));
                    best = better(best, alike.get(group), seat);
                    score.place(tenant.index(), here);
                }
                alike.get(group).ifPresent(obligation -> broken.merge(obligation, 1L, Long::sum));
            }
        }
        return new Outlook(best, broken);
    }

    private Optional<Alternative> better(Optional<Alternative> best, Optional<String> broken, int seat) {
        return broken.isEmpty() && score.soft() < best.map(Alternative::soft).orElse(Long.MAX_VALUE)
                ? Optional.of(new Alternative(tables.seat(seat), score.soft(), score.parts())) : best;
    }

    /** The first obligation that is broken there; the tenant is left on the seat. */
    private Optional<String> tried(Tenant tenant, int seat) {
        tries++;
        score.place(tenant.index(), seat);
        Map<Part, Long> there = score.hard() == 0 ? Map.of() : score.parts();
        for (Part part : Part.values()) {
            if (part.hard() && there.getOrDefault(part, 0L) > parts.get(part)) {
                return Optional.of(part.broken());
            }
        }
        return Optional.empty();
    }
}
