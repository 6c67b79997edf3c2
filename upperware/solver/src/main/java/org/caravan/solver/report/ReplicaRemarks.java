package org.caravan.solver.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Queue;
import org.caravan.application.Scaling;
import org.caravan.application.Slo;
import org.caravan.problem.PlacementProblem;
import org.caravan.problem.PromisedReplicas;
import org.caravan.problem.QueueingDelay;
import org.caravan.problem.RttStatistic;
import org.caravan.unit.RequestRate;

/** Report remarks on replica counts chosen by planning and on queueing delay. */
final class ReplicaRemarks {

    private final ApplicationModel application;
    private final QueueingDelay waiting;

    private ReplicaRemarks(PlacementProblem problem) {
        this.application = problem.application();
        this.waiting = new QueueingDelay(application);
    }

    /** Remarks for each component with a declared capacity per replica, ordered by id. */
    static List<String> of(PlacementProblem problem) {
        ReplicaRemarks notes = new ReplicaRemarks(problem);
        List<String> all = new ArrayList<>();
        for (Component component : problem.application().components()) {
            component.scaling().ifPresent(scaling -> {
                all.add(notes.replicas(component, scaling));
                notes.waits(component).ifPresent(all::add);
            });
        }
        return all;
    }

    private String replicas(Component component, Scaling scaling) {
        RequestRate rate = application.rateOf(component.id());
        String count = component.replicas() + (component.replicas() == 1 ? " replica" : " replicas");
        String note = component.id() + " has " + count + " for " + rate + " of its users, each for " + scaling.capacity();
        if (scaling.needed(rate) > component.replicas()) {
            return note + ": " + scaling.needed(rate) + " are needed, "
                    + (component.replicas() < scaling.most() ? "others are left out" : "the model allows " + scaling.most());
        }
        return note + (scaling.needed(rate) < component.replicas() ? brokenWithOneLess(component)
                .map(slo -> ": with one less, waiting alone would break slo " + slo.id()).orElse("") : "");
    }

    private Optional<Slo> brokenWithOneLess(Component component) {
        return PromisedReplicas.brokenByWaiting(application.withComponents(application.components().stream()
                .map(one -> one.id().equals(component.id()) ? one.withReplicas(one.replicas() - 1) : one).toList()));
    }

    private Optional<String> waits(Component component) {
        Queue queue = waiting.queue(component.id()).orElseThrow();
        String used = String.format(Locale.ROOT, queue.stable() && queue.utilisation() > 0.99 ? "%.2f %%" : "%.0f %%",
                100 * queue.utilisation());
        if (queue.arrivals().value() == 0) {
            return Optional.empty();
        }
        return Optional.of(!queue.stable()
                ? "requests wait at " + component.id() + " without end: its replicas are used to " + used
                : "requests wait at " + component.id() + " " + waiting.at(component.id(), RttStatistic.MEAN) + ", p95 "
                        + waiting.at(component.id(), RttStatistic.P95) + ": its replicas are used to " + used + " (M/M/1)");
    }
}
