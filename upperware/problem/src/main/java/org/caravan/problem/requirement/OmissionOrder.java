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
 * Order of omissions, smaller first. By priority from the highest down: fewer optional components without remaining copies, then fewer
 * omitted copies, including consequences. Then fewer mandatory components that become unneeded, then a lower rate of unserved requests,
 * then the order of names. A superset of omitted copies never precedes a subset.
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
        Set<String> gone = omission.gone(problem);
        double mustRun = 0;
        for (Component component : problem.application().components()) {
            boolean whole = gone.contains(component.id());
            if (component.optional().isPresent()) {
                double[] counts = byPriority.computeIfAbsent(component.optional().get(), any -> new double[2]);
                counts[0] += whole ? 1 : 0;
                counts[1] += whole ? component.replicas() : omission.of(component.id());
            } else {
                mustRun += whole ? 1 : 0;
            }
        }
        List<Double> key = new ArrayList<>();
        byPriority.values().forEach(counts -> key.addAll(List.of(counts[0], counts[1])));
        key.addAll(List.of(mustRun, unservedRate(omission), (double) omission.copies().values().stream().mapToInt(Integer::intValue)
                .sum()));
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
