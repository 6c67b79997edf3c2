package org.caravan.solver;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/**
 * The score of a placement that changes tenant by tenant; each change costs only what it touches. Penalties count up
 * from 0. Tenants may be without a seat: then they count for nothing.
 */
final class RunningScore {

    /** Sums that make up the score; explanations show what changes between two placements. */
    enum Part {
        CPU("insufficient cpu"),
        MEMORY("insufficient memory"),
        BROKEN("not allowed"),
        APART("not apart"),
        ADDRESSES("no address left"),
        REACHABLE("no known path to a peer"),
        PROMISES("slo missed"),
        LATENCY("higher latency"),
        COST("higher cost"),
        MOVES("a move");

        private final String broken;

        Part(String broken) {
            this.broken = broken;
        }

        String broken() {
            return broken;
        }

        boolean hard() {
            return ordinal() < LATENCY.ordinal();
        }
    }

    static final int NONE = -1;

    private final PlacementTables tables;
    private final int[] seatOf;
    private final long[] cpuUsed;
    private final long[] memoryUsed;
    private final int[] tenantsOn;
    private final int[] slotsUsed;
    private final JourneyTimes times;
    private final int[] relationOf;
    private final long[] parts = new long[Part.values().length];

    RunningScore(PlacementTables tables) {
        this.tables = tables;
        int tenants = tables.tenants().size();
        this.seatOf = new int[tables.tenants().size()];
        Arrays.fill(seatOf, 0, tenants, NONE);
        this.cpuUsed = new long[tables.hosts()];
        this.memoryUsed = new long[tables.hosts()];
        this.tenantsOn = new int[tables.hosts()];
        this.slotsUsed = new int[tables.siteIds().size()];
        this.relationOf = new int[tables.links().size()];
        Arrays.fill(relationOf, NONE);
        this.times = new JourneyTimes(tables, relationOf);
        for (Journey journey : tables.journeys()) {
            add(Part.PROMISES, journey.missedBy(0));
        }
    }

    void load(int[] seats) {
        for (int tenant = 0; tenant < seats.length; tenant++) {
            place(tenant, seats[tenant]);
        }
    }

    /** @param seat index of a host, or {@link #NONE} */
    void place(int tenant, int seat) {
        if (seatOf[tenant] == seat) {
            return;
        }
        if (seatOf[tenant] != NONE) {
            count(tables.tenants().get(tenant), seatOf[tenant], -1);
            add(Part.APART, -together(tenant));
        }
        seatOf[tenant] = seat;
        if (seat != NONE) {
            count(tables.tenants().get(tenant), seat, 1);
            add(Part.APART, together(tenant));
        }
        for (LinkTable link : tables.linksOf().get(tenant)) {
            relate(link);
        }
    }

    int seatOf(int tenant) {
        return seatOf[tenant];
    }

    int[] seats() {
        return seatOf.clone();
    }

    long hard() {
        long sum = 0;
        for (int part = 0; part < Part.LATENCY.ordinal(); part++) {
            sum += parts[part];
        }
        return sum;
    }

    long soft() {
        long sum = 0;
        for (int part = Part.LATENCY.ordinal(); part < parts.length; part++) {
            sum += parts[part];
        }
        return sum;
    }

    Map<Part, Long> parts() {
        Map<Part, Long> copy = new EnumMap<>(Part.class);
        for (Part part : Part.values()) {
            copy.put(part, parts[part.ordinal()]);
        }
        return copy;
    }

    long micros(Journey journey) {
        return times.of(journey);
    }

    long cpuUsed(int host) {
        return cpuUsed[host];
    }

    long memoryUsed(int host) {
        return memoryUsed[host];
    }

    /** Adds the tenant to a host, or with sign -1 takes it away. */
    private void count(Tenant tenant, int host, int sign) {
        Seat seat = tables.seats().get(host);
        int site = seat.site();
        add(Part.CPU, -HardWeight.cpuOver(cpuUsed[host], seat.cpuFree()));
        add(Part.MEMORY, -HardWeight.memoryOver(memoryUsed[host], seat.memoryFree()));
        add(Part.COST, tenantsOn[host] > 0 ? -seat.cents() : 0);
        add(Part.ADDRESSES, -slotsOver(site));
        cpuUsed[host] += sign * tenant.cpu()[host];
        memoryUsed[host] += sign * tenant.memory()[host];
        tenantsOn[host] += sign;
        slotsUsed[site] += tenant.needsSlot()[host] ? sign : 0;
        add(Part.CPU, HardWeight.cpuOver(cpuUsed[host], seat.cpuFree()));
        add(Part.MEMORY, HardWeight.memoryOver(memoryUsed[host], seat.memoryFree()));
        add(Part.COST, tenantsOn[host] > 0 ? seat.cents() : 0);
        add(Part.ADDRESSES, slotsOver(site));
        add(Part.BROKEN, sign * tenant.brokenAt(host) * HardWeight.BROKEN);
        add(Part.MOVES, sign * tenant.moveCents()[host]);
    }

    /** Hard penalty of a site whose addresses do not suffice; 0 where they do. */
    long slotsOver(int site) {
        return Math.max(0, slotsUsed[site] - tables.slotsFree()[site]) * HardWeight.ADDRESS;
    }

    /** Hard penalty of replicas that do not differ from this one as they must. */
    private long together(int tenant) {
        return tables.separatedOf().get(tenant).stream().filter(this::isTogether).count() * HardWeight.BROKEN;
    }

    boolean isTogether(Separated pair) {
        int one = seatOf[pair.one()];
        int other = seatOf[pair.other()];
        return one != NONE && other != NONE
                && pair.broken(tables.tenants().get(pair.one()), tables.seats().get(one), tables.seats().get(other));
    }

    private void relate(LinkTable link) {
        int was = relationOf[link.index()];
        int is = relation(link);
        if (was == is) {
            return;
        }
        relationOf[link.index()] = is;
        add(Part.LATENCY, (is == NONE ? 0 : link.cents()[is]) - (was == NONE ? 0 : link.cents()[was]));
        add(Part.REACHABLE, unreachable(link, is) - unreachable(link, was));
        add(Part.PROMISES, times.related(link));
    }

    private static long unreachable(LinkTable link, int relation) {
        return relation != NONE && link.paths()[relation] == null ? HardWeight.UNREACHABLE : 0;
    }

    private int relation(LinkTable link) {
        int tenants = tables.tenants().size();
        int from = link.from() < tenants ? seatOf[link.from()] : tables.hosts() + link.from() - tenants;
        int to = seatOf[link.to()];
        return from == NONE || to == NONE ? NONE : link.relation(tables.seats().get(from), tables.seats().get(to));
    }

    private void add(Part part, long amount) {
        parts[part.ordinal()] += amount;
    }
}
