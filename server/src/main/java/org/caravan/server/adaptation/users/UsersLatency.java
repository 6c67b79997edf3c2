package org.caravan.server.adaptation.users;

import java.util.List;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.problem.PlacementProblem;

/**
 * Latency of a plan for all users.
 *
 * @param meanMillis mean over all requests of all users, in ms, weighed by their rates
 * @param violated number of promises (slo) of a group of users that do not hold
 */
record UsersLatency(double meanMillis, long violated) {

    /** @param problem with current rates and paths */
    static UsersLatency of(PlacementProblem problem, DeploymentPlan plan) {
        List<RequestLatency> latencies = new PlanFigures(problem, plan).latencies();
        double weighed = 0;
        double rates = 0;
        for (RequestLatency one : latencies) {
            double rate = problem.application().users().stream().filter(users -> users.id().equals(one.usersId())).mapToDouble(users ->
                    users.rate().value() * users.mix().getOrDefault(one.requestId(), 0.0)).sum();
            weighed += rate * one.mean().value();
            rates += rate;
        }
        return new UsersLatency(rates > 0 ? weighed / rates : 0, latencies.stream().flatMap(one -> one.slos().stream())
                .filter(slo -> !slo.kept()).count());
    }
}
