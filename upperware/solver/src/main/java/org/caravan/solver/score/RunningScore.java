package org.caravan.solver.score;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.caravan.solver.model.HardWeight;
import org.caravan.solver.model.Journey;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.Part;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Separated;
import org.caravan.solver.model.Tenant;

/**
 * Incremental score of an assignment that changes one instance at a time; a change costs only what it affects. Penalties count upwards
 * from 0. Unplaced instances do not count.
 */
public final class RunningScore {

    private final PlacementTables tables;
    /** Copies of the lists of the tables as arrays, because they are accessed most frequently. */
    private final Tenant[] tenants;
    private final Seat[] seats;
    private final boolean coupled;
    private final int[] seatOf;
    private final HostUse use;
    private final Residents residents;
    private final SlotUse slots;
    private final LinkUse links;
    private final long[] parts = new long[Part.values().length];
    private long tried;

    public RunningScore(PlacementTables tables) {
        this.tables = tables;
        this.tenants = tables.tenants().toArray(Tenant[]::new);
        this.seats = tables.seats().toArray(Seat[]::new);
        this.coupled = !tables.couplings().all().isEmpty();
        this.seatOf = new int[tables.tenants().size()];
        Arrays.fill(seatOf, Seat.NONE);
        this.use = new HostUse(tables);
        this.residents = new Residents(tables);
        this.slots = new SlotUse(tables.slotsFree());
        this.links = new LinkUse(tables, use.terms());
        tables.journeys().forEach(journey -> add(Part.PROMISES, journey.missedBy(0)));
        use.terms().placed(seatOf, parts);
        add(Part.UTILISATION, tables.considered().queues().overload());
        add(Part.WAITING, tables.considered().queues().waiting());
    }

    public void load(int[] seats) {
        for (int tenant = 0; tenant < seats.length; tenant++) {
            place(tenant, seats[tenant]);
        }
    }

    /** @param seat index of a host, or {@link Seat#NONE} */
    public void place(int tenant, int seat) {
        if (seatOf[tenant] == seat) {
            return;
        }
        couple(tenant, -1);
        if (seatOf[tenant] != Seat.NONE) {
            count(tenants[tenant], seatOf[tenant], -1);
            add(Part.APART, -together(tenant));
            residents.leave(tenant, seatOf[tenant]);
        }
        seatOf[tenant] = seat;
        if (seat != Seat.NONE) {
            count(tenants[tenant], seat, 1);
            add(Part.APART, together(tenant));
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

    public SlotUse slots() {
        return slots;
    }

    public Residents residents() {
        return residents;
    }

    public int seatOf(int tenant) {
        return seatOf[tenant];
    }

    public int[] seats() {
        return seatOf.clone();
    }

    public long hard() {
        return sum(0, Part.FIRST_SOFT);
    }

    public long soft() {
        return sum(Part.FIRST_SOFT, parts.length);
    }

    private long sum(int from, int to) {
        long sum = 0;
        for (int part = from; part < to; part++) {
            sum += parts[part];
        }
        return sum;
    }

    public Map<Part, Long> parts() {
        Map<Part, Long> copy = new EnumMap<>(Part.class);
        Arrays.stream(Part.values()).forEach(part -> copy.put(part, parts[part.ordinal()]));
        return copy;
    }

    /** See {@link LinkUse#cents}; independent of the assignment. */
    public long cents(LinkTable link, int relation) {
        return links.cents(link, relation);
    }

    /** Cost of links, for bulk access. */
    public LinkCents linkCents() {
        return links.cents();
    }

    public long micros(Journey journey) {
        return links.micros(journey);
    }

    public long cpuUsed(int host) {
        return use.cpu(host);
    }

    public long memoryUsed(int host) {
        return use.memory(host);
    }

    public TermsUse terms() {
        return use.terms();
    }

    public boolean isOpen(int host) {
        return use.isOpen(host);
    }

    /** Bytes of memory left on the host after the instance is placed; negative if memory, CPU or disk do not suffice. */
    public long memoryLeft(Tenant tenant, int host) {
        return use.memoryLeft(tenant, host);
    }

    /** Adds the instance to a host, or removes it if sign is -1. */
    private void count(Tenant tenant, int host, int sign) {
        Seat seat = seats[host];
        int site = seat.site();
        add(Part.ADDRESSES, -slots.over(site));
        slots.count(tenant, seat, sign);
        add(Part.ADDRESSES, slots.over(site));
        use.count(tenant, seat, sign, parts);
        add(Part.BROKEN, sign * tenant.brokenAt(seat) * HardWeight.BROKEN);
        add(Part.MOVES, sign * tenant.moveCents(seat));
    }

    /** Hard penalty of instances that violate anti-affinity with this one. */
    private long together(int tenant) {
        long points = 0;
        for (Separated pair : tables.separatedOf()[tenant]) {
            points += isTogether(pair) ? HardWeight.BROKEN : 0;
        }
        return points;
    }

    public boolean isTogether(Separated pair) {
        int one = seatOf[pair.one()];
        int other = seatOf[pair.other()];
        return one != Seat.NONE && other != Seat.NONE && pair.broken(tables.tenant(pair.one()), tables.seat(one), tables.seat(other));
    }

    private void add(Part part, long amount) {
        parts[part.ordinal()] += amount;
    }
}
