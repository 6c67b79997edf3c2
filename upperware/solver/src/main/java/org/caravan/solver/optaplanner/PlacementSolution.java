package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.cluster.MovableInstances;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.Affinity;
import org.caravan.solver.model.AntiAffinityPair;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.LinkEnd;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.RequestHop;
import org.caravan.solver.score.IncrementalScore;
import org.optaplanner.core.api.domain.solution.PlanningEntityCollectionProperty;
import org.optaplanner.core.api.domain.solution.PlanningScore;
import org.optaplanner.core.api.domain.solution.PlanningSolution;
import org.optaplanner.core.api.domain.solution.ProblemFactCollectionProperty;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;

/**
 * OptaPlanner solution: all instances with their positions, and the facts that constraints join. The score has no level for completeness,
 * because every instance is placed from the start. Problems with an instance without a feasible host are rejected before the search.
 */
@PlanningSolution(solutionCloner = PlacementSolutionCloner.class)
public class PlacementSolution {

    /** Unused addresses of a site. */
    record SiteSlots(int site, int free) {}

    @PlanningEntityCollectionProperty
    private List<PlacementEntity> entities;

    @ProblemFactCollectionProperty
    private List<LinkModel> links;

    @ProblemFactCollectionProperty
    private List<RequestHop> hops;

    @ProblemFactCollectionProperty
    private List<AntiAffinityPair> separated;

    @ProblemFactCollectionProperty
    private List<Affinity> coupled;

    @ProblemFactCollectionProperty
    private List<LinkEnd> linkEnds;

    @ProblemFactCollectionProperty
    private List<EgressFact> paying;

    /** At most one element. */
    @ProblemFactCollectionProperty
    private List<UtilityConstraint> utility;

    @ProblemFactCollectionProperty
    private List<SiteSlots> siteSlots;

    @ProblemFactCollectionProperty
    private List<QuotaLeft> quotas;

    /** Exactly one element. */
    @ProblemFactCollectionProperty
    private List<ActiveDimensions> considered;

    @PlanningScore
    private HardSoftLongScore score;

    private CompiledProblem tables;

    /** Follows the assignment while a search works on this solution; null otherwise. */
    private IncrementalScore running;

    /** For OptaPlanner, which clones field by field. */
    PlacementSolution() {}

    public static PlacementSolution of(CompiledProblem tables, int[] positions) {
        return of(tables, positions, MovableInstances.all(tables));
    }

    /** @param movable by instance; the others keep their hosts */
    public static PlacementSolution of(CompiledProblem tables, int[] positions, boolean[] movable) {
        PlacementSolution plan = new PlacementSolution();
        plan.rests(tables);
        plan.entities = seated(tables, positions, movable);
        return plan;
    }

    private static List<PlacementEntity> seated(CompiledProblem tables, int[] positions, boolean[] movable) {
        List<PlacementEntity> entity = new ArrayList<>();
        Map<int[], List<Position>> choices = new HashMap<>();
        for (PlacedInstance instance : tables.instances()) {
            List<Position> shared = choices.computeIfAbsent(
                    instance.positions(), indices -> Arrays.stream(indices).mapToObj(tables.positions()::get).toList());
            entity.add(PlacementEntity.of(instance, shared, tables.position(positions[instance.index()]), movable[instance.index()]));
        }
        for (int position = tables.hosts(); position < tables.positions().size(); position++) {
            entity.add(PlacementEntity.ofUsers(entity.size(), tables.positions().get(position)));
        }
        return entity;
    }

    private void rests(CompiledProblem known) {
        tables = known;
        links = known.links();
        hops = known.hops();
        separated = known.separated();
        considered = List.of(known.considered());
        quotas = known.considered().quotas();
        coupled = known.couplings().all();
        linkEnds = known.lines().ends(known);
        paying = EgressFact.of(known);
        utility = known.utilities().any() ? List.of(new UtilityConstraint(known)) : List.of();
        siteSlots = new ArrayList<>();
        for (int site = 0; site < known.slotsFree().length; site++) {
            siteSlots.add(new SiteSlots(site, known.slotsFree()[site]));
        }
    }

    /** Replaces the problem during a search. The instances are the same, so the entities are kept. The running score is reset. */
    public void becomes(CompiledProblem known, int[] positions, boolean[] movable) {
        rests(known);
        List<PlacementEntity> now = seated(known, positions, movable);
        for (int index = 0; index < now.size(); index++) {
            entities.get(index).becomes(now.get(index));
        }
        running = null;
    }

    PlacementSolution copy() {
        PlacementSolution copy = new PlacementSolution();
        copy.tables = tables;
        copy.links = links;
        copy.hops = hops;
        copy.separated = separated;
        copy.considered = considered;
        copy.quotas = quotas;
        copy.coupled = coupled;
        copy.linkEnds = linkEnds;
        copy.paying = paying;
        copy.utility = utility;
        copy.siteSlots = siteSlots;
        copy.score = score;
        copy.entities = new ArrayList<>(entities.size());
        for (PlacementEntity entity : entities) {
            copy.entities.add(entity.copy());
        }
        return copy;
    }

    /** Sets the running score. The first one is kept; others only verify the score. */
    void followedBy(IncrementalScore score) {
        running = running == null ? score : running;
    }

    public IncrementalScore running() {
        return running;
    }

    public CompiledProblem tables() {
        return tables;
    }

    public List<PlacementEntity> entities() {
        return entities;
    }

    public HardSoftLongScore score() {
        return score;
    }

    /** Whether the search can move the instance, by instance. */
    public boolean[] movable() {
        boolean[] movable = new boolean[tables.instances().size()];
        for (int instance = 0; instance < movable.length; instance++) {
            movable[instance] = entities.get(instance).isFree();
        }
        return movable;
    }

    public int[] positions() {
        return entities.stream()
                .filter(entity -> !entity.isUsers())
                .mapToInt(entity -> entity.position().index())
                .toArray();
    }
}
