package org.caravan.solver.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.problem.EgressPrices;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ExcessPrices;
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
    private final int[] positions;
    private final Partitioner partitioning;
    private final PartitionQuotas shares;
    private final IncrementalScore score;

    /** @param positions hosts by instance, without violations */
    public PartitionProblem(CompiledProblem tables, int[] positions, Partitioner partitioning) {
        this.tables = tables;
        this.positions = positions;
        this.partitioning = partitioning;
        this.shares = new PartitionQuotas(tables, positions, partitioning);
        this.score = new IncrementalScore(tables);
        score.load(positions);
    }

    public CompiledProblem of(int number) {
        List<Position> known = knownPositions(number);
        return new CompiledProblem(instances(number), known, tables.hosts(), tables.siteIds(), slotsFree(number), tables.ways(),
                tables.links(),
                tables.requestPaths(), tables.hops(), tables.separated(), tables.linksOf(), tables.hopsOf(), tables.hopsOfLeg(),
                        tables.separatedOf(),
                considered(number), tables.couplings(), lines(number), tables.utilities());
    }

    private List<PlacedInstance> instances(int number) {
        boolean[] may = new boolean[tables.hosts()];
        for (int host = 0; host < may.length; host++) {
            may[host] = shares.ownerOf(host) == number;
        }
        for (int instance = 0; instance < positions.length; instance++) {
            may[positions[instance]] |= partitioning.ofInstance()[instance] == number;
        }
        Map<int[], int[]> shorter = new IdentityHashMap<>();
        Map<Integer, int[]> single = new HashMap<>();
        return tables.instances().stream().map(instance -> instance.withPositions(partitioning.ofInstance()[instance.index()] == number
                ? shorter.computeIfAbsent(instance.positions(), list -> Arrays.stream(list).filter(host -> may[host]).toArray())
                : single.computeIfAbsent(positions[instance.index()], host -> new int[] {host}))).toList();
    }

    /** Hosts owned by another partition offer only the capacity already used: instances there can stay, others cannot be added. */
    private List<Position> knownPositions(int number) {
        List<Position> known = new ArrayList<>(tables.positions());
        for (int host = 0; host < tables.hosts(); host++) {
            if (score.isOpen(host) && shares.ownerOf(host) != number) {
                known.set(host, full(tables.position(host)));
            }
        }
        return List.copyOf(known);
    }

    private Position full(Position position) {
        HostResources terms = position.terms();
        long disk = tables.considered().disk() ? score.terms().diskUsed(position.index()) : terms.diskFree();
        long gpus = tables.considered().gpu() ? score.terms().gpusUsed(position.index()) : terms.gpusFree();
        return new Position(position.index(), position.hostId(), position.site(), position.platform(), score.cpuUsed(position.index()),
                score.memoryUsed(position.index()), position.cents(),
                new HostResources(disk, terms.money(), terms.idle(), terms.perMilliCore(), terms.rented(), gpus));
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
        List<QuotaLeft> quotas = all.quotas().stream().map(quota -> score.terms().narrowed(quota, left -> shares.of(number, left)))
                .toList();
        ExcessPrices excess = score.terms().narrowed(all.excess(), left -> shares.of(number, left));
        long spent = score.terms().money();
        // By its part of what is above quotas, the partition spends less already when it begins.
        long less = (score.terms().excessMills(all.excess()) - score.terms().excessMills(excess)) / EgressPrices.millsOf(1);
        long most = all.limited() ? spent - less + shares.of(number, all.most() - spent) : all.most();
        return new ActiveDimensions(most, all.disk(), all.power(), quotas,
                all.egress(), all.utility(), all.startup(), all.queues(), all.gpu(), all.service(), excess);
    }

    private UplinkCapacities lines(int number) {
        UplinkCapacities all = tables.lines();
        if (!all.active()) {
            return all;
        }
        UplinkUsage use = UplinkUsage.of(tables, Assignment.of(tables, positions));
        return all.with(all.all().stream().map(line -> line.narrowed(
                narrowed(number, use.load(line), line.free()),
                narrowed(number, use.reserved(line), line.reservable()))).toList());
    }

    private long narrowed(int number, long used, long all) {
        return used + shares.of(number, all - used);
    }
}
