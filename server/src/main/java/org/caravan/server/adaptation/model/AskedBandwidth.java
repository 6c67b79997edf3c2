package org.caravan.server.adaptation.model;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.caravan.adaptation.Action;
import org.caravan.adaptation.Action.Release;
import org.caravan.adaptation.Action.Reserve;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Bandwidth;
import org.caravan.plan.BandwidthReservation;
import org.caravan.plan.DeploymentPlan;
import org.caravan.rules.Limit;
import org.caravan.unit.BitRate;

/**
 * Bandwidth that a rule asks for.
 *
 * @param now bandwidth of the copies that run, by copy ({@code web:1}); without a minimum, a maximum and a share of its own: 0, none and 1
 * @param wanted what the rule asks for, by copy; the same copies
 */
record AskedBandwidth(SortedMap<String, Bandwidth> now, SortedMap<String, Bandwidth> wanted) {

    private static final Bandwidth NONE = new Bandwidth(1, BitRate.ZERO, Optional.empty());

    static AskedBandwidth of(ApplicationModel model, DueRule due, DeploymentPlan target) {
        AskedBandwidth asked = new AskedBandwidth(new TreeMap<>(), new TreeMap<>());
        for (Action action : due.rule().actions()) {
            if (action instanceof Reserve reserve) {
                asked.add(target, reserve.componentId(), has -> {
                    BitRate min = reserve.wanted(has.min());
                    return new Bandwidth(has.share(), has.max().filter(max -> max.compareTo(min) < 0).orElse(min), has.max());
                });
            } else if (action instanceof Release release) {
                Bandwidth own = model.supplement().bonds().bandwidth(release.componentId()).orElse(NONE);
                asked.add(target, release.componentId(), has -> own);
            }
        }
        return asked;
    }

    private void add(DeploymentPlan target, String componentId, Function<Bandwidth, Bandwidth> change) {
        target.instances().stream().map(placed -> placed.instance()).filter(copy -> copy.componentId().equals(componentId))
                .forEach(copy -> {
                    Bandwidth has = target.bandwidth().stream().filter(one -> one.instance().equals(copy))
                            .max(Comparator.comparing(BandwidthReservation::min))
                            .map(one -> new Bandwidth(one.share(), one.min(), one.max())).orElse(NONE);
                    now.put(copy.toString(), has);
                    wanted.put(copy.toString(), change.apply(has));
                });
    }

    /** Copies whose bandwidth changes. */
    Map<String, Bandwidth> changed() {
        return wanted.entrySet().stream().filter(one -> !one.getValue().equals(now.get(one.getKey())))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new));
    }

    /** Why there is nothing to change; empty if there is. */
    Optional<Limit> unchanged() {
        if (wanted.isEmpty()) {
            return Optional.of(new Limit("nothing-there", "No copy of the component runs.", Optional.empty()));
        }
        return changed().isEmpty() ? Optional.of(new Limit("bandwidth-bounds", "What the rule asks for is reserved already: "
                + wanted.entrySet().stream().map(one -> one.getKey() + " has min " + one.getValue().min())
                        .collect(Collectors.joining(", ")) + ".", Optional.empty())) : Optional.empty();
    }

    /** {@code web:1 from min 5.0 Mbit/s to min 10.0 Mbit/s}. */
    String text() {
        return changed().entrySet().stream().map(one -> one.getKey() + " from min " + now.get(one.getKey()).min() + " to min "
                + one.getValue().min()).collect(Collectors.joining(", "));
    }
}
