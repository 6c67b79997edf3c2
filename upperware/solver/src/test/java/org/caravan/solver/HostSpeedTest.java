package org.caravan.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Goal;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Users;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.solver.build.ProblemCompiler;
import org.caravan.solver.model.CompiledProblem;
import org.caravan.solver.model.PlacedInstance;
import org.caravan.solver.model.Position;
import org.caravan.solver.model.RequestPath;
import org.caravan.solver.model.ScoreTerm;
import org.caravan.solver.score.Assignment;
import org.caravan.solver.score.IncrementalScore;
import org.caravan.testing.Sample;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Service times on hosts of different speed: the planner beside trying every placement, on problems in which the speed decides. The service
 * times of the enumeration are computed here, from model and speeds; everything else is the score of the same problem without them.
 */
class HostSpeedTest {

    private static final int PROBLEMS = Sample.of(40, 100);

    @Test
    @Tag("long")
    void thePlannerIsAsGoodAsTryingEverything() {
        int planned = 0;
        int none = 0;
        int decided = 0;
        int promised = 0;
        for (int seed = 0; planned + none < PROBLEMS && seed < 1_000; seed++) {
            PlacementProblem problem = GeneratedServices.added(GeneratedProblems.sized(seed, 4, 4));
            Trial trial = new Trial(problem);
            if (!trial.speedMatters()) {
                continue;
            }
            PlanningOutcome outcome = new OptaPlannerPlanner().plan(problem);
            Optional<Assignment> best = BruteForce.best(ProblemCompiler.of(problem), problem.excluded().keySet());
            assertThat(best.isEmpty()).as("problem " + seed).isEqualTo(trial.best == Long.MAX_VALUE);
            if (best.isEmpty()) {
                assertThat(outcome).as("problem " + seed).isNotInstanceOf(Planned.class);
                none++;
                continue;
            }
            assertThat(outcome).as("problem " + seed).isInstanceOf(Planned.class);
            Planned plan = (Planned) outcome;
            assertThat(-plan.report().scores().stream().mapToLong(score -> score.score()).sum()).as("points of problem " + seed)
                    .isEqualTo(best.get().soft());
            // Each instance rounds its points.
            assertThat(best.get().soft()).as("problem " + seed).isCloseTo(trial.best, within((long) best.get().positions().length));
            assertThat(plan.report().certificate().bound()).isLessThanOrEqualTo(best.get().soft());
            plan.report().latencies().forEach(latency -> latency.slos().forEach(slo -> assertThat(slo.kept()).isTrue()));
            planned++;
            decided += trial.bestWithout != trial.best ? 1 : 0;
            promised += problem.application().slos().isEmpty() ? 0 : 1;
        }
        System.out.println("host speed beside trying everything: planned " + planned + ", no placement by both " + none
                + "; with a promise " + promised + ", worse without regard to speed " + decided);
        assertThat(planned).isGreaterThan(Sample.of(28, 70));
        assertThat(decided).isGreaterThan(Sample.of(8, 20));
        assertThat(promised).isGreaterThan(Sample.of(8, 20));
    }

    private static List<Request> withoutService(ApplicationModel model) {
        return model.requests().stream().map(request -> request.withHops(request.hops().stream()
                .map(hop -> new Hop(hop.from(), hop.to(), hop.turns(), hop.bytes(), hop.reads()).as(hop.called())
                        .varying(hop.p95Bytes())).toList())).toList();
    }

    /** All placements of a problem. */
    private static final class Trial {

        private final ApplicationModel model;
        private final Map<String, Double> speeds;
        private final CompiledProblem without;
        private final IncrementalScore score;
        private final Map<String, List<PlacedInstance>> replicas = new HashMap<>();
        private long best = Long.MAX_VALUE;
        /** Points of the placement that would be best if all hosts were equally fast. */
        private long bestWithout = Long.MAX_VALUE;
        private long leastWithout = Long.MAX_VALUE;
        private boolean differs;
        private long first = -1;

        Trial(PlacementProblem problem) {
            this.model = problem.application();
            this.speeds = problem.speeds();
            this.without = ProblemCompiler.of(problem.withSpeeds(Map.of())
                    .withApplication(GeneratedServices.with(model, withoutService(model), model.slos())));
            this.score = new IncrementalScore(without);
            without.instances().forEach(instance ->
                    replicas.computeIfAbsent(instance.component().id(), any -> new ArrayList<>()).add(instance));
            if (without.instances().stream().mapToDouble(instance -> Math.log(without.hosts())).sum() < Math.log(20_000)) {
                from(0);
            }
        }

        boolean speedMatters() {
            return differs;
        }

        private void from(int instance) {
            if (instance < without.instances().size()) {
                for (int host = 0; host < without.hosts(); host++) {
                    score.place(instance, host);
                    from(instance + 1);
                }
                score.place(instance, Position.NONE);
                return;
            }
            long broken = 0;
            for (Map.Entry<ScoreTerm, Long> part : score.parts().entrySet()) {
                broken += part.getKey().hard() && part.getKey() != ScoreTerm.PROMISES ? part.getValue() : 0;
            }
            long added = points();
            differs |= broken == 0 && first >= 0 && added != first;
            first = broken == 0 && first < 0 ? added : first;
            if (broken > 0 || without.requestPaths().stream().anyMatch(this::isMissed)) {
                return;
            }
            long all = score.soft() + added;
            best = Math.min(best, all);
            if (score.soft() < leastWithout) {
                leastWithout = score.soft();
                bestWithout = all;
            }
        }

        private double speed(PlacedInstance instance) {
            return speeds.getOrDefault(without.position(score.positionOf(instance.index())).hostId(), 1.0);
        }

        private boolean isMissed(RequestPath requestPath) {
            double millis = score.micros(requestPath) / 1_000.0;
            List<Hop> hops = model.hops(model.request(requestPath.slo().requestId()), requestPath.users());
            CallGraph graph = new CallGraph(hops);
            double[] shares = graph.ofPercentile(requestPath.slo().percentile());
            double percentile = graph.percentileOfHops(requestPath.slo().percentile());
            for (int index = 0; index < shares.length; index++) {
                Hop hop = hops.get(index);
                double slowest = replicas.get(hop.to()).stream().mapToDouble(this::speed).min().orElseThrow();
                millis += shares[index] * hop.service().map(service -> time(service, percentile) / slowest).orElse(0.0);
            }
            return millis >= requestPath.slo().limit().value();
        }

        /** Exponential tail through mean and 95th percentile, at least the mean. */
        private static double time(Hop.Service service, double percentile) {
            double scale = (service.p95().value() - service.mean().value()) / (Math.log(20) - 1);
            return Math.max(service.mean().value(), service.mean().value() + scale * (Math.log(100 / (100 - percentile)) - 1));
        }

        private long points() {
            long points = 0;
            for (PlacedInstance instance : without.instances()) {
                double millis = 0;
                for (Goal goal : model.goals()) {
                    millis += goal instanceof Goal.MinimiseLatency latency ? goal.weight() * served(instance, latency.requestId()) : 0;
                }
                points += Math.round(100 * millis / speed(instance) / replicas.get(instance.component().id()).size());
            }
            return points;
        }

        private double served(PlacedInstance instance, String requestId) {
            double all = model.users().stream().mapToDouble(users -> rate(users, requestId)).sum();
            long senders = model.users().stream().filter(users -> users.mix().containsKey(requestId)).count();
            double millis = 0;
            for (Users users : model.users()) {
                double share = !users.mix().containsKey(requestId) ? 0 : all > 0 ? rate(users, requestId) / all : 1.0 / senders;
                List<Hop> hops = model.hops(model.request(requestId), users);
                double[] shares = new CallGraph(hops).ofMean();
                for (int index = 0; index < shares.length; index++) {
                    Hop hop = hops.get(index);
                    millis += hop.to().equals(instance.component().id()) ? share * shares[index] * hop.service().map(one -> one.mean()
                            .value()).orElse(0.0) : 0;
                }
            }
            return millis;
        }

        private static double rate(Users users, String requestId) {
            return users.rate().value() * users.mix().getOrDefault(requestId, 0.0);
        }
    }
}
