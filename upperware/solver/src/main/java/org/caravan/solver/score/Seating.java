package org.caravan.solver.score;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Tenant;

/**
 * Assignment: a host for each instance (or {@link Seat#NONE}) with its penalties. The order compares the hard penalty first, then
 * the soft penalty.
 */
public record Seating(int[] seats, long hard, long soft) implements Comparable<Seating> {

    public static Seating of(PlacementTables tables, int[] seats) {
        RunningScore score = new RunningScore(tables);
        score.load(seats);
        return new Seating(seats.clone(), score.hard(), score.soft());
    }

    /** The same with one instance on another host; the penalties are not updated. */
    public Seating with(Tenant tenant, Seat seat) {
        int[] changed = seats.clone();
        changed[tenant.index()] = seat.index();
        return new Seating(changed, hard, soft);
    }

    /** Latency of all requests on the links of an instance; breaks ties between hosts with equal scores (less is better). */
    public long pull(PlacementTables tables, Tenant tenant) {
        long sum = 0;
        for (LinkTable link : tables.linksOf()[tenant.index()]) {
            Seat from = tables.seats().get(seatOf(tables, link.from()));
            Seat to = tables.seats().get(seatOf(tables, link.to()));
            sum += link.pull(link.relation(from, to));
        }
        return sum;
    }

    /** Tie-breaking between two hosts of an instance with equal scores: first the preferred form, then lower latency. */
    public boolean preferred(PlacementTables tables, Tenant tenant, Seating other) {
        int rank = formRank(tables, tenant) - other.formRank(tables, tenant);
        return rank < 0 || rank == 0 && pull(tables, tenant) < other.pull(tables, tenant);
    }

    public int formRank(PlacementTables tables, Tenant tenant) {
        return tenant.formRank(tables.seat(seats[tenant.index()]));
    }

    /** Index of the position at an end of a link. */
    public int seatOf(PlacementTables tables, int tenantOrUsers) {
        int tenants = tables.tenants().size();
        return tenantOrUsers < tenants ? seats[tenantOrUsers] : tables.hosts() + tenantOrUsers - tenants;
    }

    public Map<InstanceId, String> hostIds(PlacementTables tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        for (Tenant tenant : tables.tenants()) {
            hostIds.put(tenant.instance(), tables.seats().get(seats[tenant.index()]).hostId());
        }
        return hostIds;
    }

    public boolean whole() {
        return hard == 0;
    }

    public boolean sameSeats(Seating other) {
        return Arrays.equals(seats, other.seats);
    }

    @Override
    public int compareTo(Seating other) {
        return hard == other.hard ? Long.compare(soft, other.soft) : Long.compare(hard, other.hard);
    }
}
