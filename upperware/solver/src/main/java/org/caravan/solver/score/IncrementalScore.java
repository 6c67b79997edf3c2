package org.caravan.solver.score;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PenaltyWeights;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.ScoreTerm;

/**
 * Incremental score of an assignment that changes one instance at a time; a change costs only what it affects. Penalties count upwards
 * from 0. Unplaced instances do not count.
 */
public final class IncrementalScore {

    private final CompiledProblem tables;
    /** Copies of the lists of the tables as arrays, because they are accessed most frequently. */
    private final PlacedInstance[] tenants;
    private final Position[] seats;
    private final boolean coupled;
    private final int[] seatOf;
    private final HostUsage use;
    private final HostOccupancy residents;
    private final AddressUsage slots;
    private final LinkUsage links;
    private final long[] parts = new long[ScoreTerm.values().length];
    private long tried;

    public IncrementalScore(CompiledProblem tables) {
        this.tables = tables;
        this.tenants = tables.tenants().toArray(PlacedInstance[]::new);
        this.seats = tables.seats().toArray(Position[]::new);
        this.coupled = !tables.couplings().all().isEmpty();
        this.seatOf = new int[tables.tenants().size()];
        Arrays.fill(seatOf, Position.NONE);
        this.use = new HostUsage(tables);
        this.residents = new HostOccupancy(tables);
        this.slots = new AddressUsage(tables.slotsFree());
        this.links = new LinkUsage(tables, use.terms());
        tables.journeys().forEach(journey -> add(ScoreTerm.PROMISES, journey.missedBy(0)));
        use.terms().placed(seatOf, parts);
        add(ScoreTerm.UTILISATION, tables.considered().queues().overload());
        add(ScoreTerm.WAITING, tables.considered().queues().waiting());
    }

    public void load(int[] seats) {
        for (int tenant = 0; tenant < seats.length; tenant++) {
            place(tenant, seats[tenant]);
        }
    }

    /** @param seat index of a host, or {@link Position#NONE} */
    public void place(int tenant, int seat) {
        if (seatOf[tenant] == seat) {
            return;
        }
        couple(tenant, -1);
        if (seatOf[tenant] != Position.NONE) {
            count(tenants[tenant], seatOf[tenant], -1);
            add(ScoreTerm.APART, -together(tenant));
            residents.leave(tenant, seatOf[tenant]);
        }
        seatOf[tenant] = seat;
        if (seat != Position.NONE) {
            count(tenants[tenant], seat, 1);
            add(ScoreTerm.APART, together(tenant));
            residents.enter(tenant, seat);
        }
        couple(tenant, 1);
        links.seated(tenant, seatOf, parts);
        use.terms().placed(seatOf, parts);
    }

    /** Places an instance tentatively; increments the counter of tries. */
    public void attempt(int tenant, int seat) {
        tried++;
        place(tenant, seat);
    }

    /** Number of placements tried so far. */
    public long tried() {
        return tried;
    }

    private void couple(int tenant, int sign) {
        if (coupled) {
            tables.couplings().count(tenant, sign, tables, seatOf, parts);
        }
    }

    public AddressUsage slots() {
        return slots;
    }

    public HostOccupancy residents() {
        return residents;
    }

    public int seatOf(int tenant) {
        return seatOf[tenant];
    }

    public int[] seats() {
        return seatOf.clone();
    }

    public long hard() {
        return sum(0, ScoreTerm.FIRST_SOFT);
    }

    public long soft() {
        return sum(ScoreTerm.FIRST_SOFT, parts.length);
    }

    private long sum(int from, int to) {
        long sum = 0;
        for (int part = from; part < to; part++) {
            sum += parts[part];
        }
        return sum;
    }

    public Map<ScoreTerm, Long> parts() {
        Map<ScoreTerm, Long> copy = new EnumMap<>(ScoreTerm.class);
        Arrays.stream(ScoreTerm.values()).forEach(part -> copy.put(part, parts[part.ordinal()]));
        return copy;
    }

    /** See {@link LinkUsage#cents}; independent of the assignment. */
    public long cents(LinkModel link, int relation) {
        return links.cents(link, relation);
    }

    /** Cost of links, for bulk access. */
    public LinkCost linkCents() {
        return links.cents();
    }

    public long micros(RequestPath journey) {
        return links.micros(journey);
    }

    public long cpuUsed(int host) {
        return use.cpu(host);
    }

    public long memoryUsed(int host) {
        return use.memory(host);
    }

    public ResourceUsage terms() {
        return use.terms();
    }

    public boolean isOpen(int host) {
        return use.isOpen(host);
    }

    /** Bytes of memory left on the host after the instance is placed; negative if memory, CPU or disk do not suffice. */
    public long memoryLeft(PlacedInstance tenant, int host) {
        return use.memoryLeft(tenant, host);
    }

    /** Adds the instance to a host, or removes it if sign is -1. */
    private void count(PlacedInstance tenant, int host, int sign) {
        Position seat = seats[host];
        int site = seat.site();
        add(ScoreTerm.ADDRESSES, -slots.over(site));
        slots.count(tenant, seat, sign);
        add(ScoreTerm.ADDRESSES, slots.over(site));
        use.count(tenant, seat, sign, parts);
        add(ScoreTerm.BROKEN, sign * tenant.brokenAt(seat) * PenaltyWeights.BROKEN);
        add(ScoreTerm.MOVES, sign * tenant.moveCents(seat));
    }

    /** Hard penalty of instances that violate anti-affinity with this one. */
    private long together(int tenant) {
        long points = 0;
        for (AntiAffinityPair pair : tables.separatedOf()[tenant]) {
            points += isTogether(pair) ? PenaltyWeights.BROKEN : 0;
        }
        return points;
    }

    public boolean isTogether(AntiAffinityPair pair) {
        int one = seatOf[pair.one()];
        int other = seatOf[pair.other()];
        return one != Position.NONE && other != Position.NONE && pair.broken(tables.tenant(pair.one()), tables.seat(one), tables.seat(other));
    }

    private void add(ScoreTerm part, long amount) {
        parts[part.ordinal()] += amount;
    }
}
