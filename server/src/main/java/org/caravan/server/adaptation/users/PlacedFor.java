package org.caravan.server.adaptation.users;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.caravan.application.ApplicationModel;
import org.caravan.rules.ActionKind;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.DecisionRecord.Figure;

/**
 * Shares for which applications were placed last. The store has them, as figures of the decision that was carried out last, so that a new
 * leader and a server after its restart know them, and a deployment that failed does not count. In memory are only shares for which another
 * plan gains too little: a new leader plans once for them. Thread-safe.
 */
final class PlacedFor {

    private static final String FIGURE = "share of ";

    private final ActionLog actions;
    private final Map<String, Enough> enough = new ConcurrentHashMap<>();

    /** @param targetId digest of the plan that is good enough for these shares */
    private record Enough(String targetId, SortedMap<String, Double> shares) {}

    PlacedFor(ActionLog actions) {
        this.actions = actions;
    }

    /** Shares of measured groups as figures of a decision, in percent. */
    static List<Figure> figures(SortedMap<String, Double> shares) {
        return shares.entrySet().stream().map(one -> new Figure(FIGURE + one.getKey(), Math.round(one.getValue() * 1_000) / 10.0, "%"))
                .toList();
    }

    /**
     * Those of the newest move that was carried out; before the first one, those of the model, as for a model with other groups.
     *
     * @param targetId digest of the plan
     */
    SortedMap<String, Double> of(ApplicationModel model, String targetId) {
        SortedMap<String, Double> ofModel = UserShares.of(model);
        return Optional.ofNullable(enough.get(model.name())).filter(one -> one.targetId().equals(targetId)).map(Enough::shares)
                .filter(shares -> shares.keySet().equals(ofModel.keySet()))
                .or(() -> stored(model.name()).filter(shares -> shares.keySet().equals(ofModel.keySet()))).orElse(ofModel);
    }

    private Optional<SortedMap<String, Double>> stored(String application) {
        SortedMap<String, Double> shares = new TreeMap<>();
        actions.figuresOfLatestDone(application, ActionKind.FOLLOW).stream().filter(figure -> figure.name().startsWith(FIGURE))
                .forEach(figure -> shares.put(figure.name().substring(FIGURE.length()), figure.value() / 100));
        return shares.isEmpty() ? Optional.empty() : Optional.of(shares);
    }

    /** Another plan than this one gains too little for these shares. */
    void enough(String application, String targetId, SortedMap<String, Double> shares) {
        enough.put(application, new Enough(targetId, shares));
    }

    /** Forgets applications that are not deployed. */
    void retain(Set<String> deployed) {
        enough.keySet().retainAll(deployed);
    }

    /** Called while another server leads. */
    void forget() {
        enough.clear();
    }
}
