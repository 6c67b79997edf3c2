package org.caravan.measure.estimate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.caravan.infrastructure.AccessPoint;

/**
 * Adds validated error bounds to a rule, by cross-validation as in split conformal prediction. Folds of observations are held out in
 * turn and estimated from the rest. The bound is the relative error that 95 % of the estimates with the same support do not exceed.
 * Folds are formed four times: by path, by pair of sites, by source and by destination. A path is easier to estimate if similar paths
 * are known. With too few estimates the bound is at least the value itself.
 */
public final class BoundedRule {

    private static final double CONFIDENCE = 0.95;

    /** With fewer errors, the largest error says little about the next one. */
    private static final int FEWEST = 12;

    private static final int FOLDS = 10;

    private final Rule rule;
    private final Map<Integer, Double> boundBySupport = new TreeMap<>();

    /** @param made creates the rule from observations */
    public BoundedRule(List<Observation> observed, Function<List<Observation>, Rule> made) {
        this.rule = made.apply(observed);
        Map<Integer, List<Double>> errors = new TreeMap<>();
        List<Function<Observation, String>> held = List.of(
                seen -> seen.from() + " " + seen.to(), Observation::sites, seen -> "from " + seen.from(), seen -> "to " + seen.to());
        for (Function<Observation, String> group : held) {
            for (int fold = 0; fold < FOLDS; fold++) {
                check(observed, group, fold, made, errors);
            }
        }
        errors.forEach((support, ofSupport) -> boundBySupport.put(support, bound(ofSupport)));
    }

    public Optional<Estimate> estimate(AccessPoint from, AccessPoint to) {
        return rule.value(from, to)
                .map(found -> new Estimate(found.value(), found.value() * boundBySupport.getOrDefault(found.support(), 1.0)));
    }

    private static void check(List<Observation> observed, Function<Observation, String> group, int fold,
            Function<List<Observation>, Rule> made, Map<Integer, List<Double>> errors) {
        List<Observation> kept = new ArrayList<>();
        List<Observation> heldOut = new ArrayList<>();
        observed.forEach(seen -> (Math.floorMod(scattered(group.apply(seen)), FOLDS) == fold ? heldOut : kept).add(seen));
        if (heldOut.isEmpty() || kept.isEmpty()) {
            return;
        }
        Rule ofRest = made.apply(kept);
        for (Observation seen : heldOut) {
            ofRest.value(seen.from(), seen.to()).ifPresent(found -> errors.computeIfAbsent(found.support(), any -> new ArrayList<>())
                    .add(Math.abs(found.value() - seen.value()) / found.value()));
        }
    }

    /** Returns the conformal quantile: its rank counts the next, unknown value as well. */
    private static double bound(List<Double> errors) {
        double[] sorted = errors.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int rank = (int) Math.ceil(CONFIDENCE * (sorted.length + 1));
        double found = sorted[Math.min(rank, sorted.length) - 1];
        return sorted.length < FEWEST ? Math.max(1, found) : found;
    }

    /**
     * Mixes the bits of the hash, because names that differ in one letter have adjacent hashes. Folds must be random, but the same in
     * each run.
     */
    private static int scattered(String name) {
        int hash = Arrays.hashCode(name.toCharArray()) * 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }
}
