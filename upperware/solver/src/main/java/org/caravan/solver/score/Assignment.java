package org.caravan.solver.score;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.caravan.adapter.InstanceId;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;

/**
 * Assignment: a host for each instance (or {@link Position#NONE}) with its penalties. The order compares the hard penalty first, then
 * the soft penalty.
 */
public record Assignment(int[] seats, long hard, long soft) implements Comparable<Assignment> {

    public static Assignment of(CompiledProblem tables, int[] seats) {
        IncrementalScore score = new IncrementalScore(tables);
        score.load(seats);
        return new Assignment(seats.clone(), score.hard(), score.soft());
    }

    /** The same with one instance on another host; the penalties are not updated. */
    public Assignment with(PlacedInstance tenant, Position seat) {
        int[] changed = seats.clone();
        changed[tenant.index()] = seat.index();
        return new Assignment(changed, hard, soft);
    }

    /** Latency of all requests on the links of an instance; breaks ties between hosts with equal scores (less is better). */
    public long pull(CompiledProblem tables, PlacedInstance tenant) {
        long sum = 0;
        for (LinkModel link : tables.linksOf()[tenant.index()]) {
            Position from = tables.seats().get(seatOf(tables, link.from()));
            Position to = tables.seats().get(seatOf(tables, link.to()));
            sum += link.pull(link.relation(from, to));
        }
        return sum;
    }

    /** Tie-breaking between two hosts of an instance with equal scores: first the preferred form, then lower latency. */
    public boolean preferred(CompiledProblem tables, PlacedInstance tenant, Assignment other) {
        int rank = formRank(tables, tenant) - other.formRank(tables, tenant);
        return rank < 0 || rank == 0 && pull(tables, tenant) < other.pull(tables, tenant);
    }

    public int formRank(CompiledProblem tables, PlacedInstance tenant) {
        return tenant.formRank(tables.seat(seats[tenant.index()]));
    }

    /** Index of the position at an end of a link. */
    public int seatOf(CompiledProblem tables, int tenantOrUsers) {
        int tenants = tables.tenants().size();
        return tenantOrUsers < tenants ? seats[tenantOrUsers] : tables.hosts() + tenantOrUsers - tenants;
    }

    public Map<InstanceId, String> hostIds(CompiledProblem tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        for (PlacedInstance tenant : tables.tenants()) {
            hostIds.put(tenant.instance(), tables.seats().get(seats[tenant.index()]).hostId());
        }
        return hostIds;
    }

    public boolean whole() {
        return hard == 0;
    }

    public boolean sameSeats(Assignment other) {
        return Arrays.equals(seats, other.seats);
    }

    @Override
    public int compareTo(Assignment other) {
        return hard == other.hard ? Long.compare(soft, other.soft) : Long.compare(hard, other.hard);
    }
}
