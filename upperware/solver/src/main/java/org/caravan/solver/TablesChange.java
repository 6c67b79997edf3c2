package org.caravan.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.optaplanner.SeatingPlan;
import org.caravan.solver.score.Seating;
import org.caravan.solver.search.FirstSeating;
import org.optaplanner.core.api.solver.change.ProblemChange;
import org.optaplanner.core.api.solver.change.ProblemChangeDirector;

/**
 * Problem change for a running search. Instances keep the hosts found so far if these are still feasible. The other instances are placed
 * first, so that the search continues without violations if possible.
 */
final class TablesChange implements ProblemChange<SeatingPlan> {

    private final Supplier<PlacementTables> newest;

    /** @param newest evaluated when the search applies the change, so that the last of several changes counts */
    TablesChange(Supplier<PlacementTables> newest) {
        this.newest = newest;
    }

    @Override
    public void doChange(SeatingPlan plan, ProblemChangeDirector director) {
        PlacementTables tables = newest.get();
        if (tables == plan.tables()) {
            return;
        }
        int[] carried = carried(plan.tables(), plan.seats(), tables);
        FirstSeating first = new FirstSeating(tables);
        boolean[] movable = first.affected();
        Seating warm = first.improved(first.byClusters(carried), movable);
        Seating fresh = first.improved(first.find(), movable);
        int[] seats = warm.compareTo(fresh) <= 0 ? warm.seats() : fresh.seats();
        // Reported for an arbitrary entity: the score calculator is reset in any case.
        director.changeProblemProperty(plan.seatedTenants().get(0), any -> plan.becomes(tables, seats, movable));
    }

    /** Maps an assignment to other tables of the same instances; {@link Seat#NONE} if a host is no longer feasible. */
    static int[] carried(PlacementTables before, int[] seats, PlacementTables after) {
        Map<String, Integer> hosts = new HashMap<>();
        after.seats().subList(0, after.hosts()).forEach(seat -> hosts.put(seat.hostId(), seat.index()));
        int[] carried = new int[seats.length];
        for (int tenant = 0; tenant < seats.length; tenant++) {
            int seat = seats[tenant] == Seat.NONE ? Seat.NONE
                    : hosts.getOrDefault(before.seat(seats[tenant]).hostId(), Seat.NONE);
            carried[tenant] = Arrays.binarySearch(after.tenant(tenant).seats(), seat) >= 0 ? seat : Seat.NONE;
        }
        return carried;
    }
}
