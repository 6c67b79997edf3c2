package org.caravan.solver.cluster;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lagrange multipliers of one cluster, in cents: for each instance, that a host of a class is open; for each request path, that its SLO is
 * met.
 */
final class ClusterMultipliers {

    private static final double FORGOTTEN = 1e-3;

    /** By request path: multiplier for its whole limit. */
    private final double[] promise;
    /** By instance of the cluster, then by host class; absent means 0. */
    private final List<Map<Integer, Double>> opening;
    /** Moving averages of the violations of the relaxed constraints, indexed like {@link #promise} and {@link #opening}. Not copied. */
    private final double[] promiseMean;
    private final List<Map<Integer, Double>> openingMean;

    ClusterMultipliers(int instances, int requestPaths) {
        this(new double[requestPaths], Stream.<Map<Integer, Double>>generate(HashMap::new).limit(instances).toList());
    }

    private ClusterMultipliers(double[] promise, List<Map<Integer, Double>> opening) {
        this.promise = promise;
        this.opening = opening;
        this.promiseMean = new double[promise.length];
        this.openingMean = Stream.<Map<Integer, Double>>generate(HashMap::new).limit(opening.size()).toList();
    }

    ClusterMultipliers copy() {
        return new ClusterMultipliers(promise.clone(), opening.stream().<Map<Integer, Double>>map(HashMap::new).toList());
    }

    double[] promises() {
        return promise;
    }

    double promise(int requestPath) {
        return promise[requestPath];
    }

    /**
     * @param over violation as a fraction of the limit; @param part step of the moving average, as a fraction
     * @return see {@link HostMultipliers#farSquared}
     */
    double approachPromise(int requestPath, double over, double part) {
        double mean = promiseMean[requestPath] += part * (over - promiseMean[requestPath]);
        return mean > 0 || promise[requestPath] > 0 ? mean * mean : 0;
    }

    void climbPromise(int requestPath, double step) {
        promise[requestPath] = Math.max(0, promise[requestPath] + step * promiseMean[requestPath]);
    }

    double opening(int v, int group) {
        return opening.get(v).isEmpty() ? 0 : opening.get(v).getOrDefault(group, 0.0);
    }

    void addOpening(double[] sums) {
        opening.forEach(byGroup -> byGroup.forEach((group, price) -> sums[group] += price));
    }

    /**
     * @param taken host class of the instance, or -1; @param open by host class; @param part step of the moving average, as a fraction
     * @return see {@link HostMultipliers#farSquared}
     */
    double approachOpening(int v, int taken, boolean[] open, double part) {
        Map<Integer, Double> means = openingMean.get(v);
        Map<Integer, Double> prices = opening.get(v);
        means.replaceAll((group, mean) -> mean * (1 - part));
        if (taken >= 0 && !open[taken]) {
            means.merge(taken, part, Double::sum);
        }
        for (int group : prices.keySet()) {
            if (group != taken && open[group]) {
                means.merge(group, -part, Double::sum);
            }
        }
        means.values().removeIf(mean -> Math.abs(mean) < FORGOTTEN);
        double square = 0;
        for (Map.Entry<Integer, Double> mean : means.entrySet()) {
            square += mean.getValue() > 0 || prices.containsKey(mean.getKey()) ? mean.getValue() * mean.getValue() : 0;
        }
        return square;
    }

    void climbOpening(int v, double step) {
        Map<Integer, Double> prices = opening.get(v);
        openingMean.get(v).forEach((group, mean) -> {
            double price = prices.getOrDefault(group, 0.0) + step * mean;
            if (price > 0) {
                prices.put(group, price);
            } else {
                prices.remove(group);
            }
        });
    }
}
