package org.caravan.server.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.caravan.api.adaptation.DecisionView;
import org.caravan.api.adaptation.RehearsalView.CourseView;
import org.caravan.api.adaptation.RehearsalView.PromiseView;
import org.caravan.plan.DeploymentPlan;
import org.caravan.server.decision.DecisionViews;

/** Decisions and figures of a period, rehearsed or recorded. */
record Course(CourseView view, List<Rehearsed.Replicas> replicas) {

    private static final double CENTS = 100;

    static Course of(Rehearsed result) {
        return new Course(new CourseView(result.decisions().stream().map(one -> DecisionViews.of(one.number(), one.at(), one.decided(),
                one.action())).toList(), promises(result.violatedMinutes()), result.moves(), result.starts(), result.stops(),
                result.cents() / CENTS), result.replicas());
    }

    /** What happened, by the targets that were in force. Promises and cost are computed as those of the rehearsal. */
    static Course recorded(Scene scene, List<DecisionView> decisions) {
        Account account = new Account(scene);
        List<Rehearsed.Replicas> replicas = new ArrayList<>();
        DeploymentPlan before = null;
        for (Instant at = scene.from(); at.isBefore(scene.until()); at = at.plus(Observed.MINUTE)) {
            DeploymentPlan placed = scene.placedAt(at);
            Duration rest = Duration.between(at, scene.until());
            account.add(at, placed, rest.compareTo(Observed.MINUTE) < 0 ? rest : Observed.MINUTE);
            if (placed != before) {
                before = placed;
                replicas.add(new Rehearsed.Replicas(at, placed.instances().stream().collect(Collectors.toMap(
                        one -> one.instance().componentId(), one -> 1, Integer::sum, TreeMap::new))));
            }
        }
        List<DecisionView.ActionView> carriedOut = decisions.stream().flatMap(decision -> decision.action().stream())
                .filter(action -> action.deploymentId().isPresent()).toList();
        return new Course(new CourseView(decisions, promises(account.violatedMinutes()),
                carriedOut.stream().mapToInt(DecisionView.ActionView::moves).sum(),
                carriedOut.stream().mapToInt(DecisionView.ActionView::starts).sum(),
                carriedOut.stream().mapToInt(DecisionView.ActionView::stops).sum(), account.cents() / CENTS), replicas);
    }

    private static List<PromiseView> promises(Map<String, Integer> minutes) {
        return minutes.entrySet().stream().map(one -> new PromiseView(one.getKey(), one.getValue())).toList();
    }
}
