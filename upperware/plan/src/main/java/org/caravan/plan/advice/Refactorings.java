package org.caravan.plan.advice;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.application.ApplicationModel;
import org.caravan.application.CallGraph;
import org.caravan.application.Component;
import org.caravan.application.DataSet;
import org.caravan.application.Hop;
import org.caravan.application.ReadReplicas;
import org.caravan.application.Request;
import org.caravan.plan.advice.Refactoring.Kind;

/** Finds the refactorings of a model that could save latency. Whether the code permits one is not known from the model. */
final class Refactorings {

    private final ApplicationModel model;
    private final double cacheHits;
    /** Whether the model says which calls only read data; if not, each call might. */
    private final boolean saysReads;

    /**
     * @param model without routers and read replicas
     * @param cacheHits assumed share of calls that a new cache answers, above 0 and at most 1
     */
    Refactorings(ApplicationModel model, double cacheHits) {
        this.model = model;
        this.cacheHits = cacheHits;
        this.saysReads = model.requests().stream().flatMap(request -> request.hops().stream()).anyMatch(Hop::reads);
    }

    /** In the order of requests and hops. */
    List<HopRefactoring> ofHops() {
        List<HopRefactoring> all = new ArrayList<>();
        model.requests().stream().filter(this::isSent).forEach(request -> add(request, all));
        return all;
    }

    /** Read replicas of components from which a request reads, in order of id. */
    List<ReadReplicaRefactoring> ofComponents() {
        List<ReadReplicaRefactoring> all = new ArrayList<>();
        for (Component component : model.components()) {
            List<DataSet> stored = model.supplement().data().stream().filter(data -> data.storedBy().contains(component.id())).toList();
            boolean read = model.requests().stream().filter(this::isSent).flatMap(request -> request.hops().stream())
                    .anyMatch(hop -> hop.reads() && hop.to().equals(component.id()) && !hop.fromUsers());
            boolean keeps = component.stateful() || !stored.isEmpty();
            if (read && keeps && !hasReplicas(component.id())) {
                all.add(new ReadReplicaRefactoring(component.id(), stored.stream().map(DataSet::id).toList()));
            }
        }
        return all;
    }

    private boolean hasReplicas(String componentId) {
        return ReadReplicas.names(model).contains(ReadReplicas.id(componentId, 1));
    }

    private boolean isSent(Request request) {
        return model.users().stream().anyMatch(users -> users.mix().containsKey(request.id()));
    }

    private void add(Request request, List<HopRefactoring> all) {
        double[] shares = new CallGraph(request.hops()).ofMean();
        Set<String> called = new HashSet<>();
        for (int index = 0; index < shares.length; index++) {
            Hop hop = request.hops().get(index);
            if (shares[index] > 0) {
                for (Kind kind : Kind.values()) {
                    int place = index;
                    changed(kind, hop, called.contains(hop.from())).ifPresent(after ->
                            all.add(new HopRefactoring(kind, request.id(), place, hop, after)));
                }
            }
            called.add(hop.from());
            // A call of the component begins: what it calls from here on is on behalf of this call.
            called.remove(hop.to());
        }
    }

    /** @param second whether the caller makes a call before this one that it can be parallel to */
    private Optional<Hop> changed(Kind kind, Hop hop, boolean second) {
        Hop.Call call = hop.called();
        boolean inside = !hop.fromUsers();
        return switch (kind) {
            case BUNDLE -> hop.turns() > 1
                    ? Optional.of(new Hop(hop.from(), hop.to(), 1, hop.bytes(), hop.reads(), hop.service(), call)
                            .varying(hop.p95Bytes())) : Optional.empty();
            case CACHE -> inside && call.cache().isEmpty() && (hop.reads() || !saysReads)
                    ? Optional.of(hop.as(new Hop.Call(call.async(), call.parallel(),
                            Optional.of(new Hop.Cache(cacheHits, Optional.empty())))))
                    : Optional.empty();
            case ASYNC -> inside && !hop.reads() ? Optional.of(hop.as(new Hop.Call(true, call.parallel(), call.cache())))
                    : Optional.empty();
            case PARALLEL -> inside && second && !call.parallel() ? Optional.of(hop.as(new Hop.Call(false, true, call.cache())))
                    : Optional.empty();
            case READ_REPLICA -> Optional.empty();
        };
    }
}
