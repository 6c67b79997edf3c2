package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.infrastructure.AccessPoint;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;
import org.caravan.measure.NetworkMatrix;
import org.caravan.measure.PathFigures;
import org.caravan.measure.PathId;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PlacementProblems;
import org.caravan.problem.PlanningPolicy;
import org.caravan.unit.Millis;

/**
 * A small problem that hangs on the network, as it is and as it was measured: 9 to 12 sites with two ISPs each, the dearer the nearer they
 * are to the users, 3 to 5 components that call each other, and for both requests a promise between what the quickest placement takes and
 * what the cheapest does.
 */
record NoisyProblem(PlacementProblem truth, PlacementProblem measured) {

    private static final OptaPlannerPlanner PLANNER = new OptaPlannerPlanner();
    private static final double LATENCY_WEIGHT = 0.1;

    static NoisyProblem of(long seed, NoisyNetwork.Error error) {
        Random random = new Random(seed * 31 + error.ordinal());
        // The first numbers of neighbouring seeds are alike.
        random.nextLong();
        PlacementProblem bare = bare(random);
        NoisyNetwork network = NoisyNetwork.of(bare.network(), error, random);
        PlacementProblem truth = bare.withNetwork(network.truth());
        PlacementProblem promising = truth.withApplication(with(truth, slos(truth, seed % 2 == 0 ? 95 : 50, random), weight -> weight));
        return new NoisyProblem(promising, promising.withNetwork(network.measured()));
    }

    /** Of a problem that has a placement. */
    static Planned planned(PlacementProblem problem) {
        return (Planned) outcome(problem);
    }

    static PlanningOutcome outcome(PlacementProblem problem) {
        return PLANNER.planForComparison(problem);
    }

    /** Limits that bind, but not both ways: what the quickest placement takes is always below. */
    private static List<Slo> slos(PlacementProblem truth, double percentile, Random random) {
        DeploymentPlan quickest = planned(truth.withApplication(with(truth, List.of(), weight -> weight * 1_000))).plan();
        DeploymentPlan cheapest = planned(truth.withApplication(with(truth, List.of(), weight -> weight / 50))).plan();
        List<Slo> slos = new ArrayList<>();
        for (Request request : truth.application().requests()) {
            double quick = takes(truth, quickest, request, percentile);
            double slow = takes(truth, cheapest, request, percentile);
            double limit = slow > quick * 1.02 ? quick + (slow - quick) * (0.1 + 0.8 * random.nextDouble())
                    : quick * (1.02 + 0.1 * random.nextDouble());
            slos.add(new Slo("of-" + request.id(), percentile, request.id(), new Millis(limit)));
        }
        return slos;
    }

    private static double takes(PlacementProblem truth, DeploymentPlan plan, Request request, double percentile) {
        return new PlanFigures(truth, plan).latencies().stream().filter(latency -> latency.requestId().equals(request.id()))
                .map(latency -> percentile < 90 ? latency.mean() : latency.p95()).mapToDouble(Millis::value).max().orElseThrow();
    }

    private static ApplicationModel with(PlacementProblem problem, List<Slo> slos, DoubleUnaryOperator weights) {
        ApplicationModel model = problem.application();
        List<Goal> goals = model.goals().stream().map(goal -> goal instanceof Goal.MinimiseLatency latency
                ? new Goal.MinimiseLatency(latency.requestId(), weights.applyAsDouble(latency.weight())) : goal).toList();
        return new ApplicationModel(model.name(), model.version(), model.components(), model.locations(), model.users(), model.requests(),
                slos, goals);
    }

    /** What a plan is under the truth. @param points of its goals: hundredths of a euro a month, and of a millisecond by weight */
    record Score(double points, int broken, double worstOver) {}

    Score score(DeploymentPlan plan) {
        PlanFigures figures = new PlanFigures(truth, plan);
        List<RequestLatency> latencies = figures.latencies();
        // One group of users sends both requests.
        double points = figures.cost().value() + latencies.stream().mapToDouble(latency -> LATENCY_WEIGHT * 100 * latency.mean().value())
                .sum();
        double[] over = latencies.stream().flatMap(latency -> latency.slos().stream()).filter(slo -> !slo.kept())
                .mapToDouble(slo -> slo.latency().value() / slo.limit().value() - 1).toArray();
        return new Score(points, over.length, Arrays.stream(over).max().orElse(0));
    }

    private static PlacementProblem bare(Random random) {
        int count = 9 + random.nextInt(4);
        double[][] at = new double[count + 1][];
        for (int site = 0; site <= count; site++) {
            at[site] = new double[] {60 * random.nextDouble(), 60 * random.nextDouble()};
        }
        List<HostType> types = new ArrayList<>();
        List<Site> sites = new ArrayList<>();
        for (int site = 0; site < count; site++) {
            double price = (500 + 4_000 * Math.exp(-milliseconds(at, site, count) / 25)) * Math.exp(0.25 * random.nextGaussian());
            types.add(SockShop.type("t" + site, Architecture.AMD64, 2, 4_096, Math.round(price)));
            sites.add(SockShop.site("site" + site, SiteKind.EDGE, "NO", 50, 5 + site, site + 1, List.of("A/4", "B/4"), "t" + site + "-1"));
        }
        sites.add(SockShop.site("users", SiteKind.USERS, "NO", 50, 4, 150, List.of("A/4")));
        Infrastructure infrastructure = new Infrastructure("generated", types, sites);
        return PlacementProblems.of(model(random), infrastructure, SockShop.inventory(infrastructure), network(sites, at, random),
                Optional.empty(), List.of(),
                new PlanningPolicy(1, 200, 0));
    }

    private static double milliseconds(double[][] at, int from, int to) {
        return Math.hypot(at[from][0] - at[to][0], at[from][1] - at[to][1]);
    }

    private static NetworkMatrix network(List<Site> sites, double[][] at, Random random) {
        List<PathFigures> paths = new ArrayList<>();
        for (int from = 0; from < sites.size(); from++) {
            for (int to = 0; to < sites.size(); to++) {
                for (AccessPoint a : from == to ? List.<AccessPoint>of() : sites.get(from).accessPoints()) {
                    for (AccessPoint b : sites.get(to).accessPoints()) {
                        double rtt = 2 + milliseconds(at, from, to) * Math.exp(0.15 * random.nextGaussian());
                        paths.add(SyntheticNetwork.figures(new PathId(a, b), rtt, 20 * Math.exp(random.nextGaussian()), 0));
                    }
                }
            }
        }
        return NetworkMatrix.of(paths);
    }

    private static ApplicationModel model(Random random) {
        int count = 3 + random.nextInt(3);
        int[] caller = new int[count];
        List<Hop> all = new ArrayList<>(List.of(SockShop.hop(Hop.USERS, "c0", 2, 20 + random.nextInt(60))));
        List<Hop> some = new ArrayList<>(List.of(SockShop.hop(Hop.USERS, "c0", 1, random.nextInt(30))));
        for (int c = 1; c < count; c++) {
            caller[c] = random.nextInt(c);
            all.add(SockShop.hop("c" + caller[c], "c" + c, 1 + random.nextInt(4), random.nextInt(40)));
            if (caller[c] == 0) {
                some.add(SockShop.hop("c0", "c" + c, 1 + random.nextInt(3), random.nextInt(20)));
            }
        }
        List<Component> parts = new ArrayList<>();
        for (int c = 0; c < count; c++) {
            List<String> required = new ArrayList<>();
            for (int callee = c + 1; callee < count; callee++) {
                if (caller[callee] == c) {
                    required.add("c" + callee);
                }
            }
            parts.add(SockShop.component("c" + c, false, 600 + random.nextInt(700), 256, required.toArray(String[]::new)));
        }
        return new ApplicationModel("generated", "1", parts, List.of(),
                List.of(SockShop.users("all", "users", "A", IpFamily.IPV4, 10, Map.of("whole", 0.5, "part", 0.5))),
                List.of(new Request("whole", all), new Request("part", some)), List.of(),
                List.of(new Goal.MinimiseLatency("whole", LATENCY_WEIGHT), new Goal.MinimiseLatency("part", LATENCY_WEIGHT),
                        new Goal.MinimiseCost(1)));
    }
}
