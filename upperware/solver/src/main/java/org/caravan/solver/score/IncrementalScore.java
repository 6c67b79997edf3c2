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
    private final PlacedInstance[] instances;
    private final Position[] positions;
    private final boolean coupled;
    private final int[] positionOf;
    private final HostUsage use;
    private final HostOccupancy residents;
    private final AddressUsage slots;
    private final LinkUsage links;
    private final long[] parts = new long[ScoreTerm.values().length];
    private long tried;

    public IncrementalScore(CompiledProblem tables) {
        this.tables = tables;
        this.instances = tables.instances().toArray(PlacedInstance[]::new);
        this.positions = tables.positions().toArray(Position[]::new);
        this.coupled = !tables.couplings().all().isEmpty();
        this.positionOf = new int[tables.instances().size()];
        Arrays.fill(positionOf, Position.NONE);
        this.use = new HostUsage(tables);
        this.residents = new HostOccupancy(tables);
        this.slots = new AddressUsage(tables.slotsFree());
        this.links = new LinkUsage(tables, use.terms());
        tables.requestPaths().forEach(requestPath -> add(ScoreTerm.PROMISES, requestPath.missedBy(links.micros(requestPath))));
        use.terms().placed(Position.NONE, positionOf, parts);
        add(ScoreTerm.UTILISATION, tables.considered().queues().overload());
        add(ScoreTerm.WAITING, tables.considered().queues().waiting());
    }

    public void load(int[] positions) {
        for (int instance = 0; instance < positions.length; instance++) {
            place(instance, positions[instance]);
        }
    }

    /** @param position index of a host, or {@link Position#NONE} */
    public void place(int instance, int position) {
        if (positionOf[instance] == position) {
            return;
        }
        couple(instance, -1);
        if (positionOf[instance] != Position.NONE) {
            count(instances[instance], positionOf[instance], -1);
            add(ScoreTerm.APART, -together(instance));
            residents.leave(instance, positionOf[instance]);
        }
        positionOf[instance] = position;
        if (position != Position.NONE) {
            count(instances[instance], position, 1);
            add(ScoreTerm.APART, together(instance));
            residents.enter(instance, position);
        }
        couple(instance, 1);
        links.seated(instance, positionOf, parts);
        use.terms().placed(instance, positionOf, parts);
    }

    /** Places an instance tentatively; increments the counter of tries. */
    public void attempt(int instance, int position) {
        tried++;
        place(instance, position);
    }

    /** Number of placements tried so far. */
    public long tried() {
        return tried;
    }

    private void couple(int instance, int sign) {
        if (coupled) {
            tables.couplings().count(instance, sign, tables, positionOf, parts);
        }
    }

    public AddressUsage slots() {
        return slots;
    }

    public HostOccupancy residents() {
        return residents;
    }

    public int positionOf(int instance) {
        return positionOf[instance];
    }

    public int[] positions() {
        return positionOf.clone();
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

    public long micros(RequestPath requestPath) {
        return links.micros(requestPath);
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
    public long memoryLeft(PlacedInstance instance, int host) {
        return use.memoryLeft(instance, host);
    }

    /** Adds the instance to a host, or removes it if sign is -1. */
    private void count(PlacedInstance instance, int host, int sign) {
        Position position = positions[host];
        int site = position.site();
        add(ScoreTerm.ADDRESSES, -slots.over(site));
        slots.count(instance, position, sign);
        add(ScoreTerm.ADDRESSES, slots.over(site));
        use.count(instance, position, sign, parts);
        add(ScoreTerm.BROKEN, sign * instance.brokenAt(position) * PenaltyWeights.BROKEN);
        add(ScoreTerm.MOVES, sign * instance.moveCents(position));
    }

    /** Hard penalty of instances that violate anti-affinity with this one. */
    private long together(int instance) {
        long points = 0;
        for (AntiAffinityPair pair : tables.separatedOf()[instance]) {
            points += isTogether(pair) ? PenaltyWeights.BROKEN : 0;
        }
        return points;
    }

    public boolean isTogether(AntiAffinityPair pair) {
        int one = positionOf[pair.one()];
        int other = positionOf[pair.other()];
        return one != Position.NONE && other != Position.NONE
                && pair.broken(tables.instance(pair.one()), tables.position(one), tables.position(other));
    }

    private void add(ScoreTerm part, long amount) {
        parts[part.ordinal()] += amount;
    }
}
