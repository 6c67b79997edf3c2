package org.caravan.solver;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.optaplanner.core.api.solver.change.ProblemChange;
import org.optaplanner.core.api.solver.change.ProblemChangeDirector;

/**
 * Tells a search that runs of things as they are now. Everybody keeps the seat that was found so far, if it is still there to be taken;
 * who lost it is seated first, so that the search goes on with no obligation broken where that is possible.
 */
final class TablesChange implements ProblemChange<SeatingPlan> {

    private final Supplier<PlacementTables> newest;

    /** @param newest asked for when the search comes to it: of several changes the last one counts */
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
        // Named after any entity: the calculator begins anew whatever changed.
        director.changeProblemProperty(plan.seatedTenants().get(0), any -> plan.becomes(tables, seats, movable));
    }

    /** The same hosts in other tables of the same tenants; {@link RunningScore#NONE} where one may not be taken any more. */
    static int[] carried(PlacementTables before, int[] seats, PlacementTables after) {
        Map<String, Integer> hosts = new HashMap<>();
        after.seats().subList(0, after.hosts()).forEach(seat -> hosts.put(seat.hostId(), seat.index()));
        int[] carried = new int[seats.length];
        for (int tenant = 0; tenant < seats.length; tenant++) {
            int seat = seats[tenant] == RunningScore.NONE ? RunningScore.NONE
                    : hosts.getOrDefault(before.seat(seats[tenant]).hostId(), RunningScore.NONE);
            carried[tenant] = Arrays.binarySearch(after.tenant(tenant).seats(), seat) >= 0 ? seat : RunningScore.NONE;
        }
        return carried;
    }
}
