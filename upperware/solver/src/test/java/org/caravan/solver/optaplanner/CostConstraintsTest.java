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
import org.caravan.infrastructure.TrafficQuota;
import org.caravan.measure.schedule.AccessLink;
import org.caravan.problem.EgressPrices;
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
import org.caravan.solver.model.ExcessPrices;
import org.caravan.solver.model.HostResources;
import org.caravan.solver.model.LinkModel;
import org.caravan.solver.model.PathTable;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.QuotaLeft;
import org.caravan.solver.model.QuotaShare;
import org.caravan.solver.score.Assignment;
import org.caravan.unit.Bytes;
import org.caravan.unit.DataPrice;
import org.junit.jupiter.api.Test;

/** One exact penalty per constraint about costs, quotas, power and utility. */
class CostConstraintsTest extends ConstraintFixture {

    @Test
    void costMinimised() {
        // A host is paid once, however many sit on it.
        verifier.verifyThat(PlacementConstraintProvider::costMinimised)
                .given(placed(0, 10, 10, HERE), placed(1, 10, 10, HERE), placed(2, 10, 10, THERE))
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
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, placed(0, 10, 10, cheap), placed(1, 10, 10, cheap),
                        placed(2, 10, 10, dear))
                .penalizesBy(100);
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, placed(0, 10, 10, cheap), placed(1, 10, 10, cheap))
                .penalizesBy(0);
    }

    @Test
    void budgetKeptWithWhatLeavesSites() {
        // 3 EUR for the host; 100 GiB at 0.09 EUR are 9 EUR by the way there, and nothing by the way to the neighbour.
        Position cheap = costly(new HostResources(Long.MAX_VALUE, 300, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, new EgressFact(dear(), 0, 1), placed(0, 10, 10, cheap),
                        placed(1, 10, 10, THERE))
                .penalizesBy(300);
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, new EgressFact(dear(), 0, 1), placed(0, 10, 10, cheap),
                        placed(1, 10, 10, cheap))
                .penalizesBy(0);
    }

    @Test
    void egressMinimised() {
        // 9 EUR at weight 2.
        verifier.verifyThat(PlacementConstraintProvider::egressMinimised).given(dear(), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(1_800);
        verifier.verifyThat(PlacementConstraintProvider::egressMinimised).given(dear(), placed(0, 10, 10, HERE), placed(1, 10, 10, HERE))
                .penalizesBy(0);
        verifier.verifyThat(PlacementConstraintProvider::latencyMinimised).given(dear(), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(3_000);
    }

    @Test
    void egressAboveQuotasMinimised() {
        // 100 GiB, of which 60 are free: 40 at 0.09 EUR more, 3.60 EUR, at weight 2; 200 GiB of two links share the 60.
        EgressFact one = new EgressFact(dear(), 0, 1, above(60));
        verifier.verifyThat(PlacementConstraintProvider::egressAboveQuotasMinimised)
                .given(EgressFact.NOTHING, one, placed(0, 10, 10, HERE), placed(1, 10, 10, THERE)).penalizesBy(720);
        verifier.verifyThat(PlacementConstraintProvider::egressAboveQuotasMinimised)
                .given(EgressFact.NOTHING, one, new EgressFact(dear(), 0, 2, above(60)), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE),
                        placed(2, 10, 10, THERE)).penalizesBy(2_520);
        verifier.verifyThat(PlacementConstraintProvider::egressAboveQuotasMinimised)
                .given(EgressFact.NOTHING, new EgressFact(dear(), 0, 1, above(100)), placed(0, 10, 10, HERE), placed(1, 10, 10, THERE))
                .penalizesBy(0);
        // 3 EUR for the host, 9 EUR at the usual price and 3.60 EUR more, of at most 9 EUR.
        Position cheap = costly(new HostResources(Long.MAX_VALUE, 300, 0, 0));
        verifier.verifyThat(PlacementConstraintProvider::budgetKept)
                .given(new ActiveDimensions(900, false, 0), EgressFact.NOTHING, one, placed(0, 10, 10, cheap), placed(1, 10, 10, THERE))
                .penalizesBy(660);
    }

    /** Prices of the way there. @param free GiB before the higher price */
    private static ExcessPrices above(long free) {
        AccessLink at = AccessLink.of(dear().path(dear().relation(HERE, THERE)).path().to());
        TrafficQuota quota = new TrafficQuota(new Bytes(free << 30), TrafficQuota.Period.MONTH,
                new TrafficQuota.Price(new DataPrice(180_000)));
        ExcessPrices.Price price = new ExcessPrices.Price(0, new EgressPrices.Excess(at, quota, free << 30, 90_000), 2);
        return new ExcessPrices(List.of(price), Map.of(at, price));
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
                .given(left, placed(0, 10, 10, one), placed(1, 10, 10, one), placed(2, 10, 10, other))
                .penalizesBy(2_001);
        verifier.verifyThat(PlacementConstraintProvider::quotaKept)
                .given(left, placed(0, 10, 10, one), placed(1, 10, 10, THERE))
                .penalizesBy(0);
        assertThat(new QuotaLeft(0, "lab", "openstack", null, -1, -1, -1).over(0, 0, 0)).isZero();
    }

    @Test
    void powerMinimised() {
        // 200 points idle, and 0.25 for each thousandth of a core: 25 and 3 (2.5, rounded).
        Position powered = costly(new HostResources(Long.MAX_VALUE, 0, 200, 0.25));
        verifier.verifyThat(PlacementConstraintProvider::powerMinimised)
                .given(placed(0, 100, 10, powered), placed(1, 10, 10, powered), placed(2, 10, 10, THERE))
                .penalizesBy(228);
        verifier.verifyThat(PlacementConstraintProvider::costMinimised).given(placed(0, 100, 10, powered)).penalizesBy(100);
    }

    /** Carries 100 GiB a month, and the way from here to there asks 0.09 EUR for each. */
    private static LinkModel dear() {
        ParetoPaths[] between = {path(0.2), path(30, 90_000), ParetoPaths.NONE, path(0.2), path(0.1), path(0.1), path(30), path(30)};
        Traffic one = new Traffic(1, 0);
        return new LinkModel(0, 0, 1, new PathTable(2, 2, between), new PathPreference(one, one, 100, 2), one, one, Map.of(), 100,
                AllowedPaths.NONE);
    }
}
