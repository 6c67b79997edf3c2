package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.LatencyModel;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.RttStatistic;
import org.caravan.problem.Traffic;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls at the same time, on small problems with service times, caches and hosts of different speed: score, report and planner beside an
 * evaluation that runs each request as a program, from the times of paths and the model alone.
 */
class ParallelCallsTest {

    private static final int PROBLEMS = Sample.of(20, 40);

    @Test
    @Tag("long")
    void thePlannerIsAsGoodAsTryingEverything() {
        int planned = 0;
        int none = 0;
        int together = 0;
        for (int seed = 0; planned + none < PROBLEMS && seed < 1_000; seed++) {
            PlacementProblem problem = GeneratedCalls.added(GeneratedProblems.sized(seed, 4, 4));
            CompiledProblem tables = ProblemCompiler.of(problem);
            if (!isParallel(problem) || tables.instances().size() * Math.log(tables.hosts()) > Math.log(700)) {
                continue;
            }
            PlanningOutcome outcome = new OptaPlannerPlanner().plan(problem);
            Optional<Assignment> best = BruteForce.best(tables, problem.excluded().keySet());
            assertThat(outcome instanceof Planned).as("problem " + seed).isEqualTo(best.isPresent());
            if (best.isEmpty()) {
                none++;
                continue;
            }
            Planned plan = (Planned) outcome;
            assertThat(-plan.report().scores().stream().mapToLong(score -> score.score()).sum()).as("points of problem " + seed)
                    .isEqualTo(best.get().soft());
            assertThat(plan.report().certificate().bound()).as("bound of problem " + seed).isLessThanOrEqualTo(best.get().soft());
            Map<String, List<String>> hosts = new HashMap<>();
            plan.plan().instances().forEach(placed ->
                    hosts.computeIfAbsent(placed.instance().componentId(), any -> new ArrayList<>()).add(placed.hostId()));
            Oracle oracle = new Oracle(problem, hosts);
            for (RequestLatency latency : plan.report().latencies()) {
                Request request = problem.application().request(latency.requestId());
                Users users = users(problem.application(), latency.usersId());
                assertThat(latency.mean().value()).as("problem " + seed).isCloseTo(oracle.mean(request, users), within(1e-6));
                latency.slos().forEach(slo -> assertThat(slo.latency().value())
                        .isCloseTo(oracle.percentile(request, users, slo.percentile()), within(1e-6)));
            }
            planned++;
            together += tables.utilities().goals().isEmpty() ? 0 : 1;
        }
        System.out.println("calls at the same time beside trying everything: planned " + planned + ", no placement by both " + none
                + "; with a goal on them " + together);
        assertThat(planned).isGreaterThan(Sample.of(7, 15));
        assertThat(together).isGreaterThan(Sample.of(4, 8));
    }

    /** Without replicas: of these, goals count the mean of all pairs, and reports the slowest. */
    @Test
    void theScoreOfAnyPlacementIsThatOfThePrograms() {
        int promises = 0;
        for (int seed = 0; seed < 60; seed++) {
            PlacementProblem problem = GeneratedCalls.added(GeneratedProblems.sized(seed, 5, 5));
            CompiledProblem tables = ProblemCompiler.of(problem);
            if (!isParallel(problem) || problem.application().components().stream().anyMatch(component -> component.replicas() > 1)) {
                continue;
            }
            Random random = new Random(seed);
            for (int times = 0; times < 5; times++) {
                int[] positions = tables.instances().stream().mapToInt(instance -> random.nextInt(tables.hosts())).toArray();
                IncrementalScore score = new IncrementalScore(tables);
                score.load(positions);
                Map<ScoreTerm, Long> parts = score.parts();
                if (parts.get(ScoreTerm.REACHABLE) > 0) {
                    continue;
                }
                Map<String, List<String>> hosts = new HashMap<>();
                tables.instances().forEach(instance -> hosts.put(instance.component().id(),
                        List.of(tables.position(positions[instance.index()]).hostId())));
                Oracle oracle = new Oracle(problem, hosts);
                assertThat((double) parts.get(ScoreTerm.LATENCY) + parts.get(ScoreTerm.SERVICE) + parts.get(ScoreTerm.PARALLEL))
                        .as("problem " + seed).isCloseTo(oracle.points(), within(tables.links().size() + positions.length + 2.0));
                boolean missed = problem.application().slos().stream().anyMatch(slo -> oracle.misses(slo));
                assertThat(parts.get(ScoreTerm.PROMISES) > 0).as("problem " + seed).isEqualTo(missed);
                promises += missed ? 1 : 0;
            }
        }
        assertThat(promises).isGreaterThan(0);
    }

    private static boolean isParallel(PlacementProblem problem) {
        return problem.application().requests().stream().anyMatch(request ->
                new CallGraph(request.hops()).parallel());
    }

    private static Users users(ApplicationModel model, String id) {
        return model.users().stream().filter(users -> users.id().equals(id)).findFirst().orElseThrow();
    }

    /** Runs requests as programs. @param hosts of each component */
    private record Oracle(PlacementProblem problem, LatencyModel paths, Map<String, List<String>> hosts) {

        /** What a component does for one call. @param step number of the step of its caller in which it is called */
        private record Call(Hop hop, double own, double chance, boolean waited, int step, List<Call> calls) {}

        Oracle(PlacementProblem problem, Map<String, List<String>> hosts) {
            this(problem, new LatencyModel(problem), hosts);
        }

        double points() {
            double points = 0;
            ApplicationModel model = problem.application();
            for (Goal goal : model.goals()) {
                if (goal instanceof Goal.MinimiseLatency latency) {
                    double all = model.users().stream().mapToDouble(users -> rate(users, latency.requestId())).sum();
                    long senders = model.users().stream().filter(users -> users.mix().containsKey(latency.requestId())).count();
                    for (Users users : model.users()) {
                        double share = all > 0 ? rate(users, latency.requestId()) / all : 1.0 / senders;
                        points += users.mix().containsKey(latency.requestId())
                                ? 100 * goal.weight() * share * mean(model.request(latency.requestId()), users) : 0;
                    }
                }
            }
            return points;
        }

        private static double rate(Users users, String requestId) {
            return users.rate().value() * users.mix().getOrDefault(requestId, 0.0);
        }

        boolean misses(Slo slo) {
            return problem.application().users().stream().filter(users -> users.mix().containsKey(slo.requestId())).anyMatch(users ->
                    percentile(problem.application().request(slo.requestId()), users, slo.percentile()) >= slo.limit().value());
        }

        double mean(Request request, Users users) {
            return whole(program(request, users, RttStatistic.MEAN, 50, false));
        }

        double percentile(Request request, Users users, double percentile) {
            if (percentile < 90) {
                return whole(program(request, users, RttStatistic.of(percentile), percentile, false));
            }
            double hits = hits(program(request, users, RttStatistic.of(percentile), percentile, false));
            double needed = hits == 1 ? percentile : percentile / hits;
            return whole(hits == 1 || needed <= (percentile <= 95 ? 95 : 99) ? program(request, users, RttStatistic.of(percentile),
                    needed, true)
                    : withoutCaches(program(request, users, RttStatistic.of(percentile), percentile, false)));
        }

        /** Chance that no cache on the way misses. */
        private static double hits(List<Call> calls) {
            double hits = 1;
            for (Call call : calls) {
                hits *= !call.waited() ? 1 : call.hop().called().cache().isPresent() ? call.hop().called().hits() : hits(call.calls());
            }
            return hits;
        }

        private static List<Call> withoutCaches(List<Call> calls) {
            return calls.stream().map(call -> new Call(call.hop(), call.own(), 1, call.waited(), call.step(), withoutCaches(call.calls())))
                    .toList();
        }

        /** Steps one after the other; of the calls of a step, the slowest that is made. */
        private static double whole(List<Call> calls) {
            Map<Integer, List<Call>> steps = new HashMap<>();
            calls.stream().filter(Call::waited).forEach(call -> steps.computeIfAbsent(call.step(), any -> new ArrayList<>()).add(call));
            return steps.values().stream().mapToDouble(step -> expected(step, 0)).sum();
        }

        /** Tries both outcomes of each cache. */
        private static double expected(List<Call> step, double slowest) {
            if (step.isEmpty()) {
                return slowest;
            }
            Call first = step.get(0);
            List<Call> others = step.subList(1, step.size());
            return first.chance() * expected(others, Math.max(slowest, first.own() + whole(first.calls())))
                    + (1 - first.chance()) * expected(others, slowest);
        }

        private List<Call> program(Request request, Users users, RttStatistic statistic, double percentile, boolean allHit) {
            List<Call> roots = new ArrayList<>();
            Map<String, Call> newest = new HashMap<>();
            Map<Object, Integer> steps = new HashMap<>();
            for (Hop hop : problem.application().hops(request, users)) {
                Call caller = newest.get(hop.from());
                Object key = caller == null ? hop.from() : System.identityHashCode(caller) + "#";
                int step = steps.merge(key, hop.called().parallel() && steps.containsKey(key) ? 0 : 1, Integer::sum);
                double chance = hop.called().cache().map(cache -> allHit ? 0 : 1 - cache.hits()).orElse(1.0);
                Call call = new Call(hop, own(hop, users, statistic, percentile), chance, !hop.called().async(),
                        caller == null ? 1_000 * (1 + hop.from().hashCode() % 1_000) + step : step, new ArrayList<>());
                (caller == null ? roots : caller.calls()).add(call);
                newest.put(hop.to(), call);
            }
            return roots;
        }

        private double own(Hop hop, Users users, RttStatistic statistic, double percentile) {
            Traffic traffic = statistic == RttStatistic.MEAN ? Traffic.of(hop) : Traffic.of(hop, percentile);
            double path = 0;
            for (String to : hosts.get(hop.to())) {
                for (String from : hop.fromUsers() ? List.of("") : hosts.get(hop.from())) {
                    path = Math.max(path, (hop.fromUsers() ? paths.entry(users, hop.to(), to) : paths.link(hop.from(), from, hop.to(), to))
                            .orElseThrow().latency(traffic, statistic).value());
                }
            }
            double speed = hosts.get(hop.to()).stream().mapToDouble(host -> problem.speeds().getOrDefault(host, 1.0)).min().orElseThrow();
            double service = hop.service().map(one -> {
                double scale = (one.p95().value() - one.mean().value()) / (Math.log(20) - 1);
                return statistic == RttStatistic.MEAN ? one.mean().value()
                        : Math.max(one.mean().value(), one.mean().value() + scale * (Math.log(100 / (100 - percentile)) - 1));
            }).orElse(0.0);
            return path + service / speed;
        }
    }
}
