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
public record Assignment(int[] positions, long hard, long soft) implements Comparable<Assignment> {

    public static Assignment of(CompiledProblem tables, int[] positions) {
        IncrementalScore score = new IncrementalScore(tables);
        score.load(positions);
        return new Assignment(positions.clone(), score.hard(), score.soft());
    }

    /** The same with one instance on another host; the penalties are not updated. */
    public Assignment with(PlacedInstance instance, Position position) {
        int[] changed = positions.clone();
        changed[instance.index()] = position.index();
        return new Assignment(changed, hard, soft);
    }

    /** Latency of all requests on the links of an instance; breaks ties between hosts with equal scores (less is better). */
    public long pull(CompiledProblem tables, PlacedInstance instance) {
        long sum = 0;
        for (LinkModel link : tables.linksOf()[instance.index()]) {
            Position from = tables.positions().get(positionOf(tables, link.from()));
            Position to = tables.positions().get(positionOf(tables, link.to()));
            sum += link.pull(link.relation(from, to));
        }
        return sum;
    }

    /** Tie-breaking between two hosts of an instance with equal scores: first the preferred form, then lower latency. */
    public boolean preferred(CompiledProblem tables, PlacedInstance instance, Assignment other) {
        int rank = formRank(tables, instance) - other.formRank(tables, instance);
        return rank < 0 || rank == 0 && pull(tables, instance) < other.pull(tables, instance);
    }

    public int formRank(CompiledProblem tables, PlacedInstance instance) {
        return instance.formRank(tables.position(positions[instance.index()]));
    }

    /** Index of the position at an end of a link. */
    public int positionOf(CompiledProblem tables, int instanceOrUsers) {
        int instances = tables.instances().size();
        return instanceOrUsers < instances ? positions[instanceOrUsers] : tables.hosts() + instanceOrUsers - instances;
    }

    public Map<InstanceId, String> hostIds(CompiledProblem tables) {
        Map<InstanceId, String> hostIds = new TreeMap<>();
        for (PlacedInstance instance : tables.instances()) {
            hostIds.put(instance.id(), tables.positions().get(positions[instance.index()]).hostId());
        }
        return hostIds;
    }

    public boolean whole() {
        return hard == 0;
    }

    public boolean samePositions(Assignment other) {
        return Arrays.equals(positions, other.positions);
    }

    @Override
    public int compareTo(Assignment other) {
        return hard == other.hard ? Long.compare(soft, other.soft) : Long.compare(hard, other.hard);
    }
}
