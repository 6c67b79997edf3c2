package org.caravan.plan.whatif;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.caravan.application.Users;
import org.caravan.plan.Certificate;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.PlanReport.RequestLatency;
import org.caravan.plan.figure.PlanFigures;
import org.caravan.plan.whatif.Outcome.Figures;
import org.caravan.plan.whatif.Outcome.Latency;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.QueueingDelay;

/** Computes cost and latencies of plans for one problem. */
final class Measured {

    private final PlacementProblem problem;
    private final Question question;

    Measured(PlacementProblem problem, Question question) {
        this.problem = problem;
        this.question = question;
    }

    Figures figures(DeploymentPlan plan, Certificate certificate) {
        // Uses measured values, so that an uncertain SLO does not count as missed.
        PlanFigures figures = new PlanFigures(problem.byValue(), plan);
        List<RequestLatency> latencies = figures.latencies();
        return new Figures(
                latencies.stream()
                        .map(one -> new Latency(one.requestId(), one.usersId(), one.mean().value(), one.p95().value()))
                        .toList(),
                mean(latencies),
                figures.cost(),
                figures.watts(question.power()),
                figures.hostsInUse().size(),
                missed(latencies),
                bySite(plan),
                moves(plan),
                certificate);
    }

    /** Mean over all requests weighted by their rates; if all rates are 0, with equal rates for all groups. */
    private Optional<Double> mean(List<RequestLatency> latencies) {
        boolean sent = problem.application().users().stream().anyMatch(users -> users.rate().value() > 0);
        double sum = 0;
        double weights = 0;
        for (Users users : problem.application().users()) {
            double rate = sent ? users.rate().value() : 1;
            for (String requestId : users.mix().keySet()) {
                Optional<RequestLatency> known = latencies.stream()
                        .filter(one -> one.requestId().equals(requestId) && one.usersId().equals(users.id()))
                        .findFirst();
                if (known.isEmpty()) {
                    return Optional.empty();
                }
                if (QueueingDelay.isWithoutEnd(known.get().mean().value())) {
                    return Optional.of(QueueingDelay.WITHOUT_END.value());
                }
                double weight = rate * users.mix().get(requestId);
                sum += weight * known.get().mean().value();
                weights += weight;
            }
        }
        return weights > 0 ? Optional.of(sum / weights) : Optional.empty();
    }

    private static List<String> missed(List<RequestLatency> latencies) {
        List<String> missed = new ArrayList<>();
        latencies.forEach(latency -> latency.slos().stream()
                .filter(slo -> !slo.kept())
                .forEach(slo -> missed.add(slo.sloId() + " for " + latency.usersId())));
        return missed;
    }

    private static SortedMap<String, List<String>> bySite(DeploymentPlan plan) {
        SortedMap<String, List<String>> bySite = new TreeMap<>();
        plan.instances().forEach(placed ->
                bySite.computeIfAbsent(placed.siteId(), any -> new ArrayList<>()).add(placed.instance().toString()));
        return bySite;
    }

    private int moves(DeploymentPlan plan) {
        return (int) plan.instances().stream()
                .filter(placed -> question.target().flatMap(target -> target.instance(placed.instance()))
                        .map(InstancePlacement::hostId)
                        .filter(hostId -> !hostId.equals(placed.hostId()))
                        .isPresent())
                .count();
    }
}
