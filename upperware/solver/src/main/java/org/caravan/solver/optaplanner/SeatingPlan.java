package org.caravan.solver.optaplanner;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.caravan.solver.cluster.Affected;
import org.caravan.solver.model.Considered;
import org.caravan.solver.model.Coupled;
import org.caravan.solver.model.JourneyHop;
import org.caravan.solver.model.LinkEnd;
import org.caravan.solver.model.LinkTable;
import org.caravan.solver.model.PlacementTables;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.Seat;
import org.caravan.solver.model.Separated;
import org.caravan.solver.model.Tenant;
import org.caravan.solver.score.RunningScore;
import org.optaplanner.core.api.domain.solution.PlanningEntityCollectionProperty;
import org.optaplanner.core.api.domain.solution.PlanningScore;
import org.optaplanner.core.api.domain.solution.PlanningSolution;
import org.optaplanner.core.api.domain.solution.ProblemFactCollectionProperty;
import org.optaplanner.core.api.score.buildin.hardsoftlong.HardSoftLongScore;

/**
 * OptaPlanner solution: all instances with their positions, and the facts that constraints join. The score has no level for completeness,
 * because every instance is placed from the start. Problems with an instance without a feasible host are rejected before the search.
 */
@PlanningSolution(solutionCloner = SeatingPlanCloner.class)
public class SeatingPlan {

    /** Unused addresses of a site. */
    record SiteSlots(int site, int free) {}

    @PlanningEntityCollectionProperty
    private List<SeatedTenant> seatedTenants;

    @ProblemFactCollectionProperty
    private List<LinkTable> links;

    @ProblemFactCollectionProperty
    private List<JourneyHop> hops;

    @ProblemFactCollectionProperty
    private List<Separated> separated;

    @ProblemFactCollectionProperty
    private List<Coupled> coupled;

    @ProblemFactCollectionProperty
    private List<LinkEnd> linkEnds;

    @ProblemFactCollectionProperty
    private List<Paying> paying;

    /** At most one element. */
    @ProblemFactCollectionProperty
    private List<UtilityOfAll> utility;

    @ProblemFactCollectionProperty
    private List<SiteSlots> siteSlots;

    @ProblemFactCollectionProperty
    private List<QuotaLeft> quotas;

    /** Exactly one element. */
    @ProblemFactCollectionProperty
    private List<Considered> considered;

    @PlanningScore
    private HardSoftLongScore score;

    private PlacementTables tables;

    /** Follows the assignment while a search works on this solution; null otherwise. */
    private RunningScore running;

    /** For OptaPlanner, which clones field by field. */
    SeatingPlan() {}

    public static SeatingPlan of(PlacementTables tables, int[] seats) {
        return of(tables, seats, Affected.all(tables));
    }

    /** @param movable by instance; the others keep their hosts */
    public static SeatingPlan of(PlacementTables tables, int[] seats, boolean[] movable) {
        SeatingPlan plan = new SeatingPlan();
        plan.rests(tables);
        plan.seatedTenants = seated(tables, seats, movable);
        return plan;
    }

    private static List<SeatedTenant> seated(PlacementTables tables, int[] seats, boolean[] movable) {
        List<SeatedTenant> seated = new ArrayList<>();
        Map<int[], List<Seat>> choices = new HashMap<>();
        for (Tenant tenant : tables.tenants()) {
            List<Seat> shared = choices.computeIfAbsent(
                    tenant.seats(), indices -> Arrays.stream(indices).mapToObj(tables.seats()::get).toList());
            seated.add(SeatedTenant.of(tenant, shared, tables.seat(seats[tenant.index()]), movable[tenant.index()]));
        }
        for (int seat = tables.hosts(); seat < tables.seats().size(); seat++) {
            seated.add(SeatedTenant.ofUsers(seated.size(), tables.seats().get(seat)));
        }
        return seated;
    }

    private void rests(PlacementTables known) {
        tables = known;
        links = known.links();
        hops = known.hops();
        separated = known.separated();
        considered = List.of(known.considered());
        quotas = known.considered().quotas();
        coupled = known.couplings().all();
        linkEnds = known.lines().ends(known);
        paying = Paying.of(known);
        utility = known.utilities().any() ? List.of(new UtilityOfAll(known)) : List.of();
        siteSlots = new ArrayList<>();
        for (int site = 0; site < known.slotsFree().length; site++) {
            siteSlots.add(new SiteSlots(site, known.slotsFree()[site]));
        }
    }

    /** Replaces the problem during a search. The instances are the same, so the entities are kept. The running score is reset. */
    public void becomes(PlacementTables known, int[] seats, boolean[] movable) {
        rests(known);
        List<SeatedTenant> now = seated(known, seats, movable);
        for (int index = 0; index < now.size(); index++) {
            seatedTenants.get(index).becomes(now.get(index));
        }
        running = null;
    }

    SeatingPlan copy() {
        SeatingPlan copy = new SeatingPlan();
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
        copy.seatedTenants = new ArrayList<>(seatedTenants.size());
        for (SeatedTenant seated : seatedTenants) {
            copy.seatedTenants.add(seated.copy());
        }
        return copy;
    }

    /** Sets the running score. The first one is kept; others only verify the score. */
    void followedBy(RunningScore score) {
        running = running == null ? score : running;
    }

    public RunningScore running() {
        return running;
    }

    public PlacementTables tables() {
        return tables;
    }

    public List<SeatedTenant> seatedTenants() {
        return seatedTenants;
    }

    public HardSoftLongScore score() {
        return score;
    }

    /** Whether the search can move the instance, by instance. */
    public boolean[] movable() {
        boolean[] movable = new boolean[tables.tenants().size()];
        for (int tenant = 0; tenant < movable.length; tenant++) {
            movable[tenant] = seatedTenants.get(tenant).isFree();
        }
        return movable;
    }

    public int[] seats() {
        return seatedTenants.stream()
                .filter(seated -> !seated.isUsers())
                .mapToInt(seated -> seated.seat().index())
                .toArray();
    }
}
