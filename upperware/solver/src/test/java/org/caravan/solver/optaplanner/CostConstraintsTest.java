package org.caravan.solver.optaplanner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.adaptation.Utility;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.formula.Formula;
import org.caravan.formula.Operator;
import org.caravan.infrastructure.IpFamily;
import org.caravan.problem.ParetoPaths;
import org.caravan.problem.PathPreference;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.Traffic;
import org.caravan.solver.BruteForce;
import org.caravan.solver.GeneratedUtilities;
import org.caravan.solver.SockShop;
import org.caravan.solver.UtilityTest;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.ActiveDimensions;
import org.caravan.solver.model.AllowedPaths;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.QuotaShare;
import org.caravan.solver.score.Assignment;
import org.junit.jupiter.api.Test;

/** One exact penalty per constraint about costs, quotas, power and utility. */
class CostConstraintsTest extends ConstraintFixture {

    @Test
    void costMinimised() {
        // A host is paid once, however many sit on it.
        verifier.verifyThat(PlacementConstraintProvider::costMinimised)
                .given(seated(0, 10, 10, HERE), seated(1, 10, 10, HERE), seated(2, 10, 10, THERE))
                .penalizesBy(1_000);
    }

    /** Of calls at the same time, the tables know how much longer the slowest takes; without a goal on them it is nothing. */
    @Test
    void parallelMinimised() {
        CompiledProblem tables = ProblemCompiler.of(parallel());
        Assignment best = BruteForce.best(tables).orElseThrow();
        List<Object> facts = new ArrayList<>(PlacementSolution.of(tables, best.positions()).entities());
        facts.add(new UtilityConstraint(tables));
        long points = tables.utilities().parallelPoints(tables, best.positions());
        assertThat(points).isPositive();
        verifier.verifyThat(PlacementConstraintProvider::parallelMinimised).given(facts.toArray()).penalizesBy(points);
    }

    /** The front end calls orders twice at the same time, once with nine more turns. */
    private static PlacementProblem parallel() {
        PlacementProblem shop = SockShop.first();
        Hop slow = SockShop.hop("front", "back", 19, 1);
        ApplicationModel model = new ApplicationModel("two", "1", List.of(SockShop.component("front", false, 100, 32, "back"),
                SockShop.component("back", false, 100, 32)), List.of(),
                List.of(SockShop.users("bergen", "users-bergen", "BKK", IpFamily.IPV4, 1, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop(Hop.USERS, "front", 1, 1), SockShop.hop("front", "back", 1, 1),
                        slow.as(new Hop.Call(false, true, Optional.empty()))))),
                List.of(), List.of(new Goal.MinimiseLatency("read", 1)));
        return shop.withApplication(model);
    }

    @Test
    void budgetKept() {
        // 3 EUR and 7 EUR a month of at most 9; a host is paid once.
        Position cheap = costly(new HostResources(Long.MAX_VALUE, 300, 0, 0));
        Position dear = new Position(1, "there", 1, 1, 1_000, 100 * MEBI, 0, new HostResources(Long.MAX_VALUE, 700, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, seated(0, 10, 10, cheap), seated(1, 10, 10, cheap),
                        seated(2, 10, 10, dear))
                .penalizesBy(100);
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, seated(0, 10, 10, cheap), seated(1, 10, 10, cheap))
                .penalizesBy(0);
    }

    @Test
    void budgetKeptWithWhatLeavesSites() {
        // 3 EUR for the host; 100 GiB at 0.09 EUR are 9 EUR by the way there, and nothing by the way to the neighbour.
        Position cheap = costly(new HostResources(Long.MAX_VALUE, 300, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, new EgressFact(dear(), 0, 1), seated(0, 10, 10, cheap),
                        seated(1, 10, 10, THERE))
                .penalizesBy(300);
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, new EgressFact(dear(), 0, 1), seated(0, 10, 10, cheap),
                        seated(1, 10, 10, cheap))
                .penalizesBy(0);
    }

    @Test
    void egressMinimised() {
        // 9 EUR at weight 2.
        verifier.verifyThat(PlacementConstraintProvider::egressMinimised).given(dear(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(1_800);
        verifier.verifyThat(PlacementConstraintProvider::egressMinimised).given(dear(), seated(0, 10, 10, HERE), seated(1, 10, 10, HERE))
                .penalizesBy(0);
        verifier.verifyThat(PlacementConstraintProvider::latencyMinimised).given(dear(), seated(0, 10, 10, HERE), seated(1, 10, 10, THERE))
                .penalizesBy(3_000);
    }

    @Test
    void utilityMaximised() {
        // 0 EUR would be the best; 9 EUR at weight 2 are 1800 points below, 1 EUR is 200.
        Formula thrift = new Formula.Operation(Operator.MINUS, GeneratedUtilities.euros(0), new Formula.Reference("spend"));
        CompiledProblem tables = ProblemCompiler.of(UtilityTest.problem(new Utility(thrift, 2)));
        UtilityConstraint all = new UtilityConstraint(tables);
        for (int position = 0; position < 2; position++) {
            PlacementEntity entity = PlacementSolution.of(tables, new int[] {position}).entities().get(0);
            verifier.verifyThat(PlacementConstraintProvider::utilityMaximised).given(all, entity)
                    .penalizesBy(tables.position(position).hostId().equals("a-1") ? 1_800 : 200);
        }
    }

    @Test
    void quotaKept() {
        // Two machines of 2 cores and 8 MiB each, of 1 machine, 3 cores and 15 MiB: 1000 and 1000 and 1. What is not rented counts for
        // nothing.
        QuotaShare share = new QuotaShare(0, 2_000, 8 * MEBI);
        Position one = costly(new HostResources(Long.MAX_VALUE, 0, 0, 0, share));
        Position other = new Position(1, "there", 1, 1, 1_000, 100 * MEBI, 0, new HostResources(Long.MAX_VALUE, 0, 0, 0, share));
        QuotaLeft left = new QuotaLeft(0, "lab", "openstack", null, 3_000, 15 * MEBI, 1);
        verifier.verifyThat(PlacementConstraintProvider::quotaKept)
                .given(left, seated(0, 10, 10, one), seated(1, 10, 10, one), seated(2, 10, 10, other))
                .penalizesBy(2_001);
        verifier.verifyThat(PlacementConstraintProvider::quotaKept)
                .given(left, seated(0, 10, 10, one), seated(1, 10, 10, THERE))
                .penalizesBy(0);
        assertThat(new QuotaLeft(0, "lab", "openstack", null, -1, -1, -1).over(0, 0, 0)).isZero();
    }

    @Test
    void powerMinimised() {
        // 200 points idle, and 0.25 for each thousandth of a core: 25 and 3 (2.5, rounded).
        Position powered = costly(new HostResources(Long.MAX_VALUE, 0, 200, 0.25));
        verifier.verifyThat(PlacementConstraintProvider::powerMinimised)
                .given(seated(0, 100, 10, powered), seated(1, 10, 10, powered), seated(2, 10, 10, THERE))
                .penalizesBy(228);
        verifier.verifyThat(PlacementConstraintProvider::costMinimised).given(seated(0, 100, 10, powered)).penalizesBy(100);
    }

    /** Carries 100 GiB a month, and the way from here to there asks 0.09 EUR for each. */
    private static LinkModel dear() {
        ParetoPaths[] between = {path(0.2), path(30, 90_000), ParetoPaths.NONE, path(0.2), path(0.1), path(0.1), path(30), path(30)};
        Traffic one = new Traffic(1, 0);
        return new LinkModel(0, 0, 1, new PathTable(2, 2, between), new PathPreference(one, one, 100, 2), one, one, Map.of(), 100,
                AllowedPaths.NONE);
    }
}
