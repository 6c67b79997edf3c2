package org.caravan.solver;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;

/**
 * Assignment: a host for each instance (or {@link Seat#NONE}) with its penalties. The order compares the hard penalty first, then
 * the soft penalty.
 */
record Seating(int[] seats, long hard, long soft) implements Comparable<Seating> {

    static Seating of(PlacementTables tables, int[] seats) {
        RunningScore score = new RunningScore(tables);
        score.load(seats);
        return new Seating(seats.clone(), score.hard(), score.soft());
    }

    /** The same with one instance on another host; the penalties are not updated. */
    Seating with(Tenant tenant, Seat seat) {
        int[] changed = seats.clone();
        changed[tenant.index()] = seat.index();
        return new Seating(changed, hard, soft);
    }

    /** Latency of all requests on the links of an instance; breaks ties between hosts with equal scores (less is better). */
    long pull(PlacementTables tables, Tenant tenant) {
        long sum = 0;
        for (LinkTable link : tables.linksOf()[tenant.index()]) {
            Seat from = tables.seats().get(seatOf(tables, link.from()));
            Seat to = tables.seats().get(seatOf(tables, link.to()));
            sum += link.pull(link.relation(from, to));
        }
        return sum;
    }

    /** Tie-breaking between two hosts of an instance with equal scores: first the preferred form, then lower latency. */
    boolean preferred(PlacementTables tables, Tenant tenant, Seating other) {
        int rank = formRank(tables, tenant) - other.formRank(tables, tenant);
        return rank < 0 || rank == 0 && pull(tables, tenant) < other.pull(tables, tenant);
    }

    int formRank(PlacementTables tables, Tenant tenant) {
        return tenant.formRank(tables.seat(seats[tenant.index()]));
    }

    /** Index of the position at an end of a link. */
    int seatOf(PlacementTables tables, int tenantOrUsers) {
        int tenants = tables.tenants().size();
        return tenantOrUsers < tenants ? seats[tenantOrUsers] : tables.hosts() + tenantOrUsers - tenants;
    }

    Map<InstanceId, String> hostIds(PlacementTables tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        for (Tenant tenant : tables.tenants()) {
            hostIds.put(tenant.instance(), tables.seats().get(seats[tenant.index()]).hostId());
        }
        return hostIds;
    }

    boolean whole() {
        return hard == 0;
    }

    boolean sameSeats(Seating other) {
        return Arrays.equals(seats, other.seats);
    }

    @Override
    public int compareTo(Seating other) {
        return hard == other.hard ? Long.compare(soft, other.soft) : Long.compare(hard, other.hard);
    }
}
