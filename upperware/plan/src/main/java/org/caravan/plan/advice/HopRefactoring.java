package org.caravan.plan.advice;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Hop;
import org.caravan.application.Request;

/**
 * Another way to make one call of one request.
 *
 * @param index of the hop among those of the request in the model
 * @param before the hop as the model declares it
 * @param after the hop after the change, between the same components
 */
public record HopRefactoring(Kind kind, String requestId, int index, Hop before, Hop after) implements Refactoring {

    public HopRefactoring {
        if (!before.from().equals(after.from()) || !before.to().equals(after.to())) {
            throw new IllegalArgumentException("a refactoring keeps both ends of a hop: " + before + ", " + after);
        }
    }

    /** @throws IllegalArgumentException if the request of the model does not have the hop at this place */
    @Override
    public ApplicationModel applied(ApplicationModel model) {
        List<Request> requests = model.requests().stream().map(request -> request.id().equals(requestId) ? changed(request) : request)
                .toList();
        return new ApplicationModel(model.name(), model.version(), model.components(), model.locations(), model.separations(),
                model.users(), requests, model.slos(), model.goals(), model.onFailure(), model.supplement());
    }

    private Request changed(Request request) {
        List<Hop> hops = new ArrayList<>(request.hops());
        if (index >= hops.size() || !hops.get(index).equals(before)) {
            throw new IllegalArgumentException("request " + requestId + " has no hop " + before + " at place " + index);
        }
        hops.set(index, after);
        return request.withHops(hops);
    }

    @Override
    public String subject() {
        return requestId + ": " + before.from() + " -> " + before.to();
    }

    @Override
    public String effect() {
        return switch (kind) {
            case BUNDLE -> after.turns() + " turn instead of " + before.turns();
            case CACHE -> "a cache at " + before.from() + " that answers " + percent(after.called().hits()) + " of the calls (assumed)";
            case ASYNC -> "the answer does not wait for " + before.to();
            case PARALLEL -> "at the same time as the call of " + before.from() + " before it";
            case READ_REPLICA -> throw new IllegalStateException("a read replica is no change of a hop");
        };
    }

    @Override
    public String written() {
        return "write in request " + requestId + ": " + line(after);
    }

    @Override
    public String condition() {
        return switch (kind) {
            case BUNDLE -> before.fromUsers()
                    ? "if clients keep connections open or ask for all they need in one message"
                    : "if one call can carry all that its " + before.turns()
                            + " turns carry: a join, a batch, a pipeline, an open connection";
            case CACHE -> (before.reads() ? "if " : "if the call only reads and ") + "its answers may be as old as the cache keeps them";
            case ASYNC -> "if the answer to the caller does not depend on it, and a lost call can be repeated";
            case PARALLEL -> "if it does not need the result of the call before it";
            case READ_REPLICA -> throw new IllegalStateException("a read replica is no change of a hop");
        };
    }

    /** The hop in the modelling language. */
    private static String line(Hop hop) {
        return hop.from() + " -> " + hop.to() + "  turns " + hop.turns() + "  bytes " + hop.bytesText()
                + (hop.reads() ? "  reads" : "")
                + hop.service().map(time -> "  service-time " + time).orElse("")
                + (hop.called().async() ? "  async" : "") + (hop.called().parallel() ? "  parallel" : "")
                + hop.called().cache().map(cache -> "  cached " + percent(cache.hits())
                        + cache.stale().map(age -> " stale " + plain(BigDecimal.valueOf(age.value()).movePointLeft(3)) + " s").orElse(""))
                        .orElse("");
    }

    private static String percent(double share) {
        return plain(BigDecimal.valueOf(share).movePointRight(2)) + " %";
    }

    private static String plain(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
    }
}
