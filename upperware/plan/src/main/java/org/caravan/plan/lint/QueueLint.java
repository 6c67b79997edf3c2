package org.caravan.plan.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Queue;
import org.caravan.plan.lint.Remark.Severity;
import org.caravan.problem.CapacityAdvice;
import org.caravan.problem.QueueingDelay;
import org.caravan.unit.RequestRate;

/** Checks for overloaded replicas. Plans avoid them, but users can send more since then. */
final class QueueLint {

    /** Utilisation above which little more load increases the queueing delay considerably: at 90 %, it is nine times the service time. */
    private static final double BUSY = 0.9;

    private final ApplicationModel model;
    private final ApplicationModel planned;
    private final List<Remark> remarks = new ArrayList<>();

    private QueueLint(ApplicationModel model, ApplicationModel planned) {
        this.model = model;
        this.planned = planned;
    }

    /** @param model with the replica counts from which planning would start now @param planned with the replica counts of the plan */
    static List<Remark> of(ApplicationModel model, ApplicationModel planned) {
        QueueLint lint = new QueueLint(model, planned);
        QueueingDelay waiting = new QueueingDelay(planned);
        planned.components().forEach(component -> waiting.queue(component.id()).ifPresent(queue -> lint.lookAt(component, queue)));
        return lint.remarks;
    }

    private void lookAt(Component component, Queue queue) {
        RequestRate rate = planned.rateOf(component.id());
        if (!queue.stable()) {
            remarks.add(new Remark(Severity.ERROR, "replicas-overloaded", String.format(Locale.ROOT,
                    "The queue grows without bound: each replica of (%s) receives %.1f requests/s and serves %.1f.", component.id(),
                    queue.arrivals().value(), queue.capacity().value()),
                    allowed(component, rate) ? "plan again: the model allows enough replicas: caravan plan."
                    : CapacityAdvice.of(component, rate, 1)));
        } else if (queue.utilisation() >= BUSY) {
            remarks.add(new Remark(Severity.WARNING, "replicas-nearly-overloaded", String.format(Locale.ROOT,
                    "Each replica of (%s) has a utilisation of %.1f %%: the mean queueing delay is %.1f s, with little capacity left.",
                            component.id(),
                    100 * queue.utilisation(),
                    queue.meanMillis() / 1_000), CapacityAdvice.of(component, rate, BUSY)));
        }
    }

    /** Whether planning would now start with enough replicas. */
    private boolean allowed(Component component, RequestRate rate) {
        return model.components().stream().filter(one -> one.id().equals(component.id())).anyMatch(one -> one.scaling().filter(scaling ->
                scaling.needed(rate) <= scaling.most()).isPresent());
    }
}
