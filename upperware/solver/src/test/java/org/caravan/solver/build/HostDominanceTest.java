package org.caravan.solver.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.caravan.adapter.Inventory;
import org.caravan.adapter.ObservedHost;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.OnFailure;
import org.caravan.application.Request;
import org.caravan.application.Separation;
import org.caravan.application.Separation.By;
import org.caravan.application.Slo;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.solver.GeneratedProblems;
import org.caravan.solver.OptaPlannerPlanner;
import org.caravan.solver.Replanning;
import org.caravan.solver.SockShop;
import org.caravan.solver.SyntheticNetwork;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.search.ExhaustiveSearch;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;
import org.caravan.unit.Millis;
import org.caravan.unit.MonthlyCost;
import org.junit.jupiter.api.Test;

/** Hosts that are left out are missed by nobody: the best of all placements is as good without them. */
class HostDominanceTest {

    @Test
    void theBestPlacementIsAsGoodWithoutDominatedHosts() {
        int[] left = new int[3];
        for (int seed = 0; seed < 300; seed++) {
            PlacementProblem problem = crowded(new Random(seed));
            CompiledProblem tables = ProblemCompiler.of(seed % 2 == 0 ? problem : Replanning.asIfPlacedAnywhere(problem, new Random(seed)));
            CompiledProblem lean = HostDominance.of(tables).without();
            long best = ExhaustiveSearch.least(tables);
            assertThat(ExhaustiveSearch.least(lean)).as("seed %d", seed).isEqualTo(best);
            left[0] += tables.hosts();
            left[1] += HostDominance.of(tables).left().cardinality();
            left[2] += best < Long.MAX_VALUE ? 1 : 0;
        }
        System.out.println("dominance: " + left[1] + " of " + left[0] + " hosts are left, " + left[2] + " of 300 problems can be placed");
        assertThat(left[1]).isLessThan(left[0] * 3 / 4);
        assertThat(left[2]).isGreaterThan(100);
    }

    @Test
    void generatedProblemsKeepTheirBest() {
        GeneratedProblems.small(80).forEach(problem -> {
            CompiledProblem tables = ProblemCompiler.of(Replanning.asIfPlacedAnywhere(problem, new Random(1)));
            assertThat(ExhaustiveSearch.least(HostDominance.of(tables).without())).isEqualTo(ExhaustiveSearch.least(tables));
        });
    }

    @Test
    void aDearerHostStaysWhereAllMightNeedOneOfTheirOwn() {
        CompiledProblem tables = ProblemCompiler.of(shop(2, List.of("cheap-1", "cheap-2", "dear-1", "dear-2")));
        assertThat(hostIds(tables)).containsExactly("cheap-1", "cheap-2");
        CompiledProblem scarce = ProblemCompiler.of(shop(3, List.of("cheap-1", "cheap-2", "dear-1", "dear-2")));
        assertThat(hostIds(scarce)).containsExactly("cheap-1", "cheap-2", "dear-1");
        // What costs less but has less is not beaten by what has more and costs more.
        assertThat(hostIds(ProblemCompiler.of(shop(1, List.of("cheap-1", "large-1", "large-2"))))).containsExactly("cheap-1", "large-1");
    }

    @Test
    void theReportSaysHowManyWereLeftOut() {
        Planned planned = (Planned) new OptaPlannerPlanner().plan(shop(1, List.of("cheap-1", "cheap-2", "dear-1")));
        assertThat(planned.report().notes()).contains("2 hosts were left out of the search, which proves nothing lost: enough others of the"
                + " site take the same, have as much left and cost no more");
        assertThat(planned.plan().instances()).allMatch(placed -> placed.hostId().equals("cheap-1"));
    }

    private static List<String> hostIds(CompiledProblem tables) {
        BitSet left = HostDominance.of(tables).left();
        return left.stream().mapToObj(host -> tables.position(host).hostId()).toList();
    }

    /** So many components at one site of these hosts, each of the type that its name begins with. */
    private static PlacementProblem shop(int components, List<String> hostIds) {
        Site site = SockShop.site("oslo", SiteKind.EDGE, "NO", 60, 10, 1, List.of("A/4"), hostIds.toArray(String[]::new));
        return problem(components, 500, new Infrastructure("one",
                List.of(type("cheap", 2, 100), type("dear", 2, 200), type("large", 4, 300)), List.of(site, users())), new Random(4));
    }

    /** Few components, many hosts of few types, some of them partly used by others. */
    private static PlacementProblem crowded(Random random) {
        List<HostType> types = List.of(type("cheap", 1 + random.nextInt(2), random.nextInt(300)),
                type("dear", 1 + random.nextInt(3), random.nextInt(300)),
                type("large", 2 + random.nextInt(3), random.nextInt(300)));
        List<Site> sites = new ArrayList<>();
        for (int s = 0; s < 2; s++) {
            int number = s;
            String[] hostIds = IntStream.range(0, 3 + random.nextInt(4))
                    .mapToObj(h -> types.get(random.nextInt(3)).id() + "-" + number + "-" + h).toArray(String[]::new);
            sites.add(SockShop.site("site" + s, SiteKind.EDGE, random.nextBoolean() ? "NO" : "CN", random.nextInt(100) - 50,
                    random.nextInt(100), s + 1,
                    List.of("A/4"), hostIds));
        }
        sites.add(users());
        return problem(2 + random.nextInt(2), 300 + random.nextInt(1_500), new Infrastructure("crowded", types, sites), random);
    }

    private static PlacementProblem problem(int components, long cpu, Infrastructure infrastructure, Random random) {
        List<Component> parts = IntStream.range(0, components)
                .mapToObj(c -> SockShop.component("c" + c, false, cpu, 64, c > 0 ? new String[] {"c" + (c - 1)} : new String[0]))
                .map(part -> components == 1 || random.nextInt(3) > 0
                        || !part.id().equals("c0") ? part : new Component(part.id(), false, 2, part.forms(),
                        part.provides(), part.requires())).toList();
        List<Hop> hops = new ArrayList<>(List.of(SockShop.hop(Hop.USERS, "c" + (components - 1), 1, 10)));
        IntStream.range(1, components).forEach(c -> hops.add(SockShop.hop("c" + c, "c" + (c - 1), 3, 10)));
        ApplicationModel model = new ApplicationModel("crowded", "1", parts, List.of(),
                random.nextBoolean() ? List.of() : List.of(new Separation("c0", random.nextBoolean() ? By.SITE : By.HOST)),
                List.of(SockShop.users("u", "users0", "A", IpFamily.IPV4, 1, Map.of("r", 1.0))), List.of(new Request("r", hops)),
                random.nextBoolean() ? List.of() : List.of(new Slo("fast", 50, "r", new Millis(20 + random.nextInt(200)))),
                List.of(new Goal.MinimiseCost(1), new Goal.MinimiseLatency("r", 0.01 + random.nextInt(2))), OnFailure.HOLD);
        return PlacementProblems.of(model, infrastructure, new Inventory(infrastructure.hosts().stream().map(host -> {
            HostType type = infrastructure.hostTypeOf(host.id());
            return new ObservedHost(host.id(), type.architecture(), type.cpu(), type.memory(), type.disk(), List.of());
        }).toList(), List.of()), new SyntheticNetwork(infrastructure, Map.of("A", new SyntheticNetwork.IspWorth(2, 80)), Map.of()).matrix(),
                Optional.empty(), List.of(), PlanningPolicy.DEFAULT);
    }

    private static Site users() {
        return SockShop.site("users0", SiteKind.USERS, "NO", 60, 11, 99, List.of("A/4"));
    }

    private static HostType type(String id, int cores, long cents) {
        return new HostType(id, Architecture.AMD64, new MilliCores(cores * 1_000L), Bytes.ofMebi(512), Bytes.ofMebi(4_096),
                new MonthlyCost(cents));
    }
}
