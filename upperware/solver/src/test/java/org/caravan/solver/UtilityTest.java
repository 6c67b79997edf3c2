package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.caravan.adaptation.Utility;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.LocationRequirement;
import org.caravan.application.Request;
import org.caravan.formula.Formula;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.PlanReport.ConstraintScore;
import org.caravan.plan.UtilityFigure;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.plan.report.PlanReportText;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.bound.LagrangianBound;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.Utilities;
import org.caravan.solver.score.Assignment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A front end that costs 9 EUR near its users, and 1 EUR far from them. */
public class UtilityTest {

    private static final Formula CONTENTMENT = GeneratedUtilities.contentment(20);

    @Test
    void withoutAnyTheCheapestHostIsTaken() {
        PlacementProblem problem = problem();
        assertThat(site(planned(problem))).isEqualTo("far");
        assertThat(ProblemCompiler.of(problem).considered().utility()).isFalse();
        assertThat(planned(problem).report().scores()).extracting(ConstraintScore::name).doesNotContain("utilityMaximised");
    }

    @Test
    void whatItIsWorthDecides() {
        Planned little = planned(problem(new Utility(CONTENTMENT, 1)));
        Planned much = planned(problem(new Utility(CONTENTMENT, 40)));
        assertThat(site(little)).isEqualTo("far");
        assertThat(site(much)).isEqualTo("near");
        UtilityFigure figure = much.report().utilities().get(0);
        double delay = much.report().latencies().get(0).mean().value();
        assertThat(figure.value()).isCloseTo(1 / (1 + Math.exp((delay - 20) / 10)), within(1e-3));
        assertThat(figure.before()).isEmpty();
        assertThat(PlanReportText.of(much.report())).contains(
                String.format(Locale.ROOT, "\nutility %.4f = 1.0 / (1.0 + exp((delay - 20.0 ms) / 10.0 ms)), weight 40.0\n",
                        figure.value()));
        assertThat(much.report().certificate().bound()).isBetween(0L, much.report().certificate().points());
    }

    @Test
    void whatItWasIsSaid() {
        Planned before = planned(problem());
        Planned then = planned(Replanning.withTarget(problem(new Utility(CONTENTMENT, 100)), before.plan()));
        assertThat(site(then)).isEqualTo("near");
        UtilityFigure figure = then.report().utilities().get(0);
        assertThat(figure.before().orElseThrow()).isLessThan(figure.value());
        assertThat(figure.toString()).contains(" (was ");
    }

    @Test
    void moneyCountsInEurosAMonth() {
        // What is spent less a discount, in cents: 9 EUR near, 1 EUR far.
        Formula spend = new Formula.Reference("spend");
        Planned dear = planned(problem(new Utility(spend, 2)));
        assertThat(site(dear)).as("2 EUR of use for each that is spent").isEqualTo("near");
        assertThat(dear.report().utilities().get(0).value()).isCloseTo(9, within(1e-9));
        assertThat(dear.report().utilities().get(0).unit()).isEqualTo("EUR/month");
        assertThat(dear.report().certificate().known()).as("there is no largest value").isFalse();
        assertThat(dear.report().notes()).contains("how far the plan is from the best is not said: a utility has no largest value");
        assertThat(site(planned(problem(new Utility(spend, 0.5))))).isEqualTo("far");
    }

    @Test
    void whatNobodyKnowsBeforeItRunsIsNotWeighed() {
        PlacementProblem problem = problem(new Utility(new Formula.Reference("load"), 1_000));
        assertThat(ProblemCompiler.of(problem).utilities().any()).isFalse();
        Planned planned = planned(problem);
        assertThat(site(planned)).isEqualTo("far");
        assertThat(planned.report().notes()).contains("utility load is not weighed: nobody knows load before the application runs");
    }

    @Test
    void aFormulaWithoutAValueIsWorseThanAny() {
        Formula nothing = GeneratedUtilities.per(GeneratedUtilities.number(0), GeneratedUtilities.number(0));
        assertThat(planned(problem(new Utility(nothing, 1))).report().utilities().get(0).toString())
                .isEqualTo("utility without a value = 0.0 / 0.0, weight 1.0");
    }

    /** The planner's best is that of trying everything; no bound is above it. */
    @Test
    @Tag("long")
    void asGoodAsTryingEverything() {
        long compared = GeneratedProblems.small(25).map(GeneratedUtilities::added).filter(problem -> {
            CompiledProblem tables = ProblemCompiler.of(problem);
            Optional<Assignment> best = BruteForce.best(tables);
            if (best.isEmpty() || !(new OptaPlannerPlanner().plan(problem) instanceof Planned planned)) {
                return false;
            }
            assertThat(planned.report().certificate().known()).isTrue();
            assertThat(planned.report().certificate().points()).isEqualTo(best.get().soft());
            assertThat(planned.report().certificate().bound()).isLessThanOrEqualTo(best.get().soft());
            assertThat(new LagrangianBound(tables.with(Utilities.NONE)).below(best.get().soft())).isLessThanOrEqualTo(best.get().soft());
            return best.get().soft() > 0;
        }).count();
        assertThat(compared).isGreaterThan(5);
    }

    static String site(Planned planned) {
        return planned.plan().instances().get(0).siteId();
    }

    private static Planned planned(PlacementProblem problem) {
        return (Planned) new OptaPlannerPlanner().plan(problem);
    }

    public static PlacementProblem problem(Utility... utilities) {
        Site near = SockShop.site("near", SiteKind.EDGE, "NO", 60.4, 5.3, 6, List.of("Near/4"), "a-1");
        Site far = SockShop.site("far", SiteKind.PUBLIC, "NO", 60.4, 5.3, 8, List.of("Far/4"), "b-1");
        Site home = SockShop.site("home", SiteKind.USERS, "NO", 60.4, 5.2, 7, List.of("Home/4"));
        Infrastructure infrastructure = new Infrastructure("two", List.of(SockShop.type("a", Architecture.AMD64, 4, 1024, 900),
                SockShop.type("b", Architecture.AMD64, 4, 1024, 100)), List.of(near, far, home));
        Component front = SockShop.component("front", false, 100, 32);
        ApplicationModel application = new ApplicationModel("shop", "1", List.of(front), List.<LocationRequirement>of(),
                List.of(SockShop.users("users", "home", "Home", IpFamily.IPV4, 10, Map.of("read", 1.0))),
                List.of(new Request("read", List.of(SockShop.hop("users", "front", 1, 2)))), List.of(), List.of(new Goal.MinimiseCost(1)));
        PlacementProblem problem = PlacementProblems.of(application, infrastructure, SockShop.inventory(infrastructure),
                new SyntheticNetwork(infrastructure,
                        Map.of("Home", new SyntheticNetwork.IspWorth(1, 1_000), "Near", new SyntheticNetwork.IspWorth(1, 300), "Far",
                                new SyntheticNetwork.IspWorth(40, 300)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
        return utilities.length == 0 ? problem : GeneratedUtilities.with(problem, "read", "front", List.of(utilities));
    }
}
