package org.caravan.problem.requirement;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Users;
import org.caravan.problem.PlacementProblem;

/**
 * Which omission is less. From the highest priority down: fewer components of which no copy is left, then fewer copies; then fewer requests per
 * second that are unserved; then the order of names. Whoever leaves out more copies is never before who leaves out some of them.
 */
public final class OmissionOrder implements Comparator<Omission> {

    private final PlacementProblem problem;
    private final Map<Omission, List<Double>> keys = new HashMap<>();

    public OmissionOrder(PlacementProblem problem) {
        this.problem = problem;
    }

    @Override
    public int compare(Omission one, Omission other) {
        List<Double> left = keys.computeIfAbsent(one, this::key);
        List<Double> right = keys.computeIfAbsent(other, this::key);
        for (int part = 0; part < left.size(); part++) {
            int order = Double.compare(left.get(part), right.get(part));
            if (order != 0) {
                return order;
            }
        }
        return one.copies().toString().compareTo(other.copies().toString());
    }

    private List<Double> key(Omission omission) {
        Map<Integer, double[]> byPriority = new TreeMap<>(Comparator.reverseOrder());
        for (Component component : problem.application().components()) {
            component.optional().ifPresent(priority -> {
                double[] counts = byPriority.computeIfAbsent(priority, any -> new double[2]);
                counts[0] += omission.of(component.id()) >= component.replicas() ? 1 : 0;
                counts[1] += omission.of(component.id());
            });
        }
        List<Double> key = new ArrayList<>();
        byPriority.values().forEach(counts -> key.addAll(List.of(counts[0], counts[1])));
        key.add(unservedRate(omission));
        return key;
    }

    private double unservedRate(Omission omission) {
        ApplicationModel model = problem.application();
        Set<String> unserved = omission.unserved(problem);
        double sum = 0;
        for (Users users : model.users()) {
            for (Map.Entry<String, Double> share : users.mix().entrySet()) {
                sum += unserved.contains(share.getKey()) ? users.rate().value() * share.getValue() : 0;
            }
        }
        return sum;
    }
}
