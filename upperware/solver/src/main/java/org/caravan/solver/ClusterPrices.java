package org.caravan.solver;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Prices that concern one cluster alone: for each tenant that any host of a group is open, and for each promise. In cents. */
final class ClusterPrices {

    /** By journey: price of its whole limit. */
    private final double[] promise;
    /** By tenant of the cluster, then by group; what is not named is 0. */
    private final List<Map<Integer, Double>> opening;

    ClusterPrices(int tenants, int journeys) {
        this(new double[journeys], Stream.<Map<Integer, Double>>generate(HashMap::new).limit(tenants).toList());
    }

    private ClusterPrices(double[] promise, List<Map<Integer, Double>> opening) {
        this.promise = promise;
        this.opening = opening;
    }

    ClusterPrices copy() {
        return new ClusterPrices(promise.clone(), opening.stream().<Map<Integer, Double>>map(HashMap::new).toList());
    }

    double[] promises() {
        return promise;
    }

    double promise(int journey) {
        return promise[journey];
    }

    void climbPromise(int journey, double cents) {
        promise[journey] = Math.max(0, promise[journey] + cents);
    }

    double opening(int v, int group) {
        return opening.get(v).isEmpty() ? 0 : opening.get(v).getOrDefault(group, 0.0);
    }

    void addOpening(double[] sums) {
        opening.forEach(byGroup -> byGroup.forEach((group, price) -> sums[group] += price));
    }

    /** @param taken group the tenant is on, or -1; @param open by group */
    double openingFarSquared(int v, int taken, boolean[] open) {
        double square = taken >= 0 && !open[taken] ? 1 : 0;
        for (int group : opening.get(v).keySet()) {
            square += group != taken && open[group] ? 1 : 0;
        }
        return square;
    }

    void climbOpening(int v, int taken, boolean[] open, double step) {
        Map<Integer, Double> byGroup = opening.get(v);
        if (taken >= 0 && !open[taken]) {
            byGroup.merge(taken, step, Double::sum);
        }
        byGroup.replaceAll((group, price) -> group != taken && open[group] ? price - step : price);
        byGroup.values().removeIf(price -> price <= 0);
    }
}
