package org.caravan.solver;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Slo;
import org.caravan.application.Users;
import org.caravan.plan.PlanReport;
import org.caravan.plan.PlanReport.SloLatency;
import org.caravan.plan.planner.PlanningOutcome;
import org.caravan.plan.planner.PlanningOutcome.Planned;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PromisedReplicas;

/**
 * Increases replica counts if queueing delay and network latency together miss an SLO; replica counts are normally fixed before placements
 * are known. Adds one replica at a time and returns the first feasible plan.
 */
final class ReplicaScaling {

    static final String NOTE = "with fewer replicas, waiting and the ways of requests together would break a promise";

    /** Instances × hosts up to which repeated planning is affordable. */
    private static final long SMALL = 100_000;
    private static final int MOST_TRIES = 16;

    private ReplicaScaling() {}

    /**
     * Returns a plan with more replicas; empty if more replicas do not help.
     *
     * @param problem without a placement
     * @param planned makes a plan with the given remarks
     */
    static Optional<Planned> of(PlacementProblem problem, BiFunction<PlacementProblem, List<String>, PlanningOutcome> planned) {
        ApplicationModel model = problem.application();
        long instances = model.components().stream().mapToLong(Component::replicas).sum();
        if (instances * problem.infrastructure().hosts().size() > SMALL || PromisedReplicas.more(model, (slo, users) -> 0).isEmpty()
                || !(planned.apply(problem.withApplication(withoutWaiting(model)).withPolicy(problem.policy().withProof(0)),
                        List.of()) instanceof Planned unhindered)) {
            return Optional.empty();
        }
        for (int round = 0; round < MOST_TRIES; round++) {
            Optional<ApplicationModel> more = PromisedReplicas.more(model, (slo, users) -> onTheWay(unhindered.report(), slo, users));
            if (more.isEmpty()) {
                break;
            }
            model = more.get();
            if (planned.apply(problem.withApplication(model), List.of(NOTE)) instanceof Planned found) {
                // The certificate covers only these replica counts, because other counts were not compared.
                return Optional.of(new Planned(found.plan(), found.report().with(found.report().certificate()
                        .covering(found.report().certificate().scope() + ReplicaNumbers.THESE), List.of())));
            }
        }
        return Optional.empty();
    }

    private static double onTheWay(PlanReport report, Slo slo, Users users) {
        return report.latencies().stream().filter(latency -> latency.requestId().equals(slo.requestId())
                && latency.usersId().equals(users.id()))
                .flatMap(latency -> latency.slos().stream()).filter(one -> one.sloId().equals(slo.id())).map(SloLatency::latency)
                .mapToDouble(latency -> latency.value()).findFirst().orElse(0);
    }

    private static ApplicationModel withoutWaiting(ApplicationModel model) {
        return model.withComponents(model.components().stream()
                .map(part -> new Component(part.id(), part.stateful(), part.replicas(), Optional.empty(), part.optional(),
                part.forms(), part.provides(), part.requires())).toList());
    }
}
