package org.caravan.solver.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.UplinkCapacities;
import org.caravan.solver.model.UplinkCapacity;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.solver.score.UplinkUsage;

/**
 * Compiles the problem of one partition: instances of other partitions stay, and only the partition's share of unused resources is
 * available. The score is that of the whole problem, so an improvement of a partition is an improvement of the whole.
 */
public final class PartitionProblem {

    private final CompiledProblem tables;
    private final int[] seats;
    private final Partitioner partitioning;
    private final PartitionQuotas shares;
    private final IncrementalScore score;

    /** @param seats hosts by instance, without violations */
    public PartitionProblem(CompiledProblem tables, int[] seats, Partitioner partitioning) {
        this.tables = tables;
        this.seats = seats;
        this.partitioning = partitioning;
        this.shares = new PartitionQuotas(tables, seats, partitioning);
        this.score = new IncrementalScore(tables);
        score.load(seats);
    }

    public CompiledProblem of(int number) {
        List<Position> known = knownSeats(number);
        return new CompiledProblem(tenants(number), known, tables.hosts(), tables.siteIds(), slotsFree(number), tables.ways(), tables.links(),
                tables.journeys(), tables.hops(), tables.separated(), tables.linksOf(), tables.hopsOf(), tables.hopsOfLeg(), tables.separatedOf(),
                considered(number), tables.couplings(), lines(number), tables.utilities());
    }

    private List<PlacedInstance> tenants(int number) {
        boolean[] may = new boolean[tables.hosts()];
        for (int host = 0; host < may.length; host++) {
            may[host] = shares.ownerOf(host) == number;
        }
        for (int tenant = 0; tenant < seats.length; tenant++) {
            may[seats[tenant]] |= partitioning.ofTenant()[tenant] == number;
        }
        Map<int[], int[]> shorter = new IdentityHashMap<>();
        Map<Integer, int[]> single = new HashMap<>();
        return tables.tenants().stream().map(tenant -> tenant.withSeats(partitioning.ofTenant()[tenant.index()] == number
                ? shorter.computeIfAbsent(tenant.seats(), list -> Arrays.stream(list).filter(host -> may[host]).toArray())
                : single.computeIfAbsent(seats[tenant.index()], host -> new int[] {host}))).toList();
    }

    /** Hosts owned by another partition offer only the capacity already used: instances there can stay, others cannot be added. */
    private List<Position> knownSeats(int number) {
        List<Position> known = new ArrayList<>(tables.seats());
        for (int host = 0; host < tables.hosts(); host++) {
            if (score.isOpen(host) && shares.ownerOf(host) != number) {
                known.set(host, full(tables.seat(host)));
            }
        }
        return List.copyOf(known);
    }

    private Position full(Position seat) {
        HostResources terms = seat.terms();
        long disk = tables.considered().disk() ? score.terms().diskUsed(seat.index()) : terms.diskFree();
        return new Position(seat.index(), seat.hostId(), seat.site(), seat.platform(), score.cpuUsed(seat.index()), score.memoryUsed(seat.index()), seat.cents(),
                new HostResources(disk, terms.money(), terms.idle(), terms.perMilliCore(), terms.rented()));
    }

    private int[] slotsFree(int number) {
        int[] free = tables.slotsFree().clone();
        for (int site = 0; site < free.length; site++) {
            int used = score.slots().used(site);
            free[site] = used + (int) shares.addresses(number, site, free[site] - used);
        }
        return free;
    }

    private ActiveDimensions considered(int number) {
        ActiveDimensions all = tables.considered();
        List<QuotaLeft> quotas = all.quotas().stream().map(quota -> score.terms().narrowed(quota, left -> shares.of(number, left))).toList();
        long spent = score.terms().money();
        return new ActiveDimensions(all.limited() ? spent + shares.of(number, all.most() - spent) : all.most(), all.disk(), all.power(), quotas,
                all.egress(), all.utility(), all.startup(), all.queues());
    }

    private UplinkCapacities lines(int number) {
        UplinkCapacities all = tables.lines();
        if (!all.active()) {
            return all;
        }
        UplinkUsage use = UplinkUsage.of(tables, Assignment.of(tables, seats));
        return all.with(all.all().stream().map(line -> new UplinkCapacity(line.index(), line.at(), narrowed(number, use.load(line), line.free()),
                narrowed(number, use.reserved(line), line.reservable()))).toList());
    }

    private long narrowed(int number, long used, long all) {
        return used + shares.of(number, all - used);
    }
}
