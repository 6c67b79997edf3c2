package org.caravan.problem;

import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleBiFunction;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Hop;
import org.caravan.application.Request;
import org.caravan.application.Slo;
import org.caravan.application.Users;

/**
 * Replica counts with which queueing delay alone violates no SLO, within the range of the model. Adds one replica at a time where it saves
 * most. The gain per replica decreases, so fewer replicas would not suffice for one SLO. If the maximum does not suffice, the counts stay,
 * because the SLO is violated anyway.
 */
public final class PromisedReplicas {

    private PromisedReplicas() {}

    public static ApplicationModel enough(ApplicationModel model) {
        ApplicationModel enough = model;
        for (Slo slo : model.slos()) {
            for (Users users : model.users()) {
                enough = keeping(enough, slo, users).orElse(enough);
            }
        }
        return enough;
    }

    /** The first SLO, in order of ids, that queueing delay alone violates. */
    public static Optional<Slo> brokenByWaiting(ApplicationModel model) {
        return model.slos().stream().filter(slo -> model.users().stream().anyMatch(users -> over(model, slo, users) >= 0)).findFirst();
    }

    private static Optional<ApplicationModel> keeping(ApplicationModel model, Slo slo, Users users) {
        ApplicationModel enough = model;
        while (over(enough, slo, users) >= 0) {
            Optional<ApplicationModel> more = saving(enough, slo, users);
            if (more.isEmpty()) {
                return Optional.empty();
            }
            enough = more.get();
        }
        return Optional.of(enough);
    }

    /**
     * Adds one replica for the SLO that is missed by most, to the component with the largest saving. Empty if no component with queueing
     * delay can have another replica.
     *
     * @param network latency without queueing delay of a request with an SLO of these users, in milliseconds
     */
    public static Optional<ApplicationModel> more(ApplicationModel model, ToDoubleBiFunction<Slo, Users> network) {
        Optional<ApplicationModel> more = Optional.empty();
        double worst = Double.NEGATIVE_INFINITY;
        for (Slo slo : model.slos()) {
            for (Users users : model.users()) {
                double now = over(model, slo, users);
                double missed = now + network.applyAsDouble(slo, users);
                Optional<ApplicationModel> best = users.mix().containsKey(slo.requestId())
                        && missed > worst ? saving(model, slo, users).filter(one -> over(one, slo, users) < now)
                        : Optional.empty();
                if (best.isPresent()) {
                    worst = missed;
                    more = best;
                }
            }
        }
        return more;
    }

    private static Optional<ApplicationModel> saving(ApplicationModel model, Slo slo, Users users) {
        return growing(model, model.request(slo.requestId()), users).stream().map(id -> oneMore(model, id))
                .min(Comparator.comparingDouble(one -> over(one, slo, users)));
    }

    /** Milliseconds by which queueing delay alone exceeds the SLO; negative if it does not, or if these users do not send the request. */
    private static double over(ApplicationModel model, Slo slo, Users users) {
        return users.mix().containsKey(slo.requestId())
                ? new QueueingDelay(model).promised(model.request(slo.requestId()), users, slo.percentile()).value() - slo.limit().value()
                : -1;
    }

    /** Components on the request path that can have another replica, in order of id. */
    private static Set<String> growing(ApplicationModel model, Request request, Users users) {
        Set<String> growing = new TreeSet<>();
        for (Hop hop : model.hops(request, users)) {
            Component component = model.component(hop.to());
            if (component.scaling().filter(scaling -> component.replicas() < scaling.most()).isPresent()) {
                growing.add(component.id());
            }
        }
        return growing;
    }

    private static ApplicationModel oneMore(ApplicationModel model, String componentId) {
        return model.withComponents(model.components().stream()
                .map(component -> component.id().equals(componentId) ? component.withReplicas(component.replicas() + 1) : component)
                .toList());
    }
}
