package org.caravan.measure.estimate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import org.caravan.infrastructure.AccessPoint;

/**
 * Round-trip time as a sum: what the line at each end takes (a height, as the Vivaldi coordinates of Dabek et al., SIGCOMM 2004, call it), so much for each
 * kilometre between the sites, and what this pair of sites was seen to take besides, the nearer to 0 the fewer pairs of lines tell. Fitted by least squares of
 * relative errors; nothing but the last part is below 0.
 */
public final class RttSums implements Rule {

    /** Enough for a change below a microsecond on networks of hundreds of lines. */
    private static final int SWEEPS = 60;

    /** Pairs of lines that must tell the same of a pair of sites before half of it is believed. */
    private static final double DOUBT = 0.25;

    /** Relative errors of less than this are noise of the machines, ms. */
    private static final double FLOOR = 1;

    private static final double LEAST = 0.05;

    private record Term(String one, String other, double km, double value, double weight) {}

    private final ToDoubleBiFunction<String, String> km;
    private final Map<String, Double> heights = new HashMap<>();
    private final Map<String, Double> besides = new HashMap<>();
    private double perKm;

    /**
     * @param observed in ms; either direction stands for both
     * @param km between two sites by their ids
     */
    public RttSums(List<Observation> observed, ToDoubleBiFunction<String, String> km) {
        this.km = km;
        List<Term> terms = observed.stream().map(this::term).toList();
        Map<String, List<Term>> byEnd = new HashMap<>();
        for (Term term : terms) {
            byEnd.computeIfAbsent(term.one(), any -> new ArrayList<>()).add(term);
            byEnd.computeIfAbsent(term.other(), any -> new ArrayList<>()).add(term);
        }
        byEnd.keySet().forEach(end -> heights.put(end, 0.0));
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            perKm = slope(terms);
            byEnd.forEach((end, ofEnd) -> heights.put(end, height(end, ofEnd)));
        }
        residuals(observed);
    }

    @Override
    public Optional<Value> value(AccessPoint from, AccessPoint to) {
        if (!heights.containsKey(from.toString()) || !heights.containsKey(to.toString())) {
            return Optional.empty();
        }
        Double beside = besides.get(Observation.sites(from, to));
        double sum = sum(from, to) + (beside == null ? 0 : beside);
        return Optional.of(new Value(Math.max(LEAST, sum), beside == null ? 1 : 2));
    }

    private Term term(Observation seen) {
        double scale = seen.value() + FLOOR;
        return new Term(seen.from().toString(), seen.to().toString(), km.applyAsDouble(seen.from().siteId(), seen.to().siteId()),
                seen.value(), 1 / (scale * scale));
    }

    private double slope(List<Term> terms) {
        double above = 0;
        double below = 0;
        for (Term term : terms) {
            above += term.weight() * term.km() * (term.value() - heights.get(term.one()) - heights.get(term.other()));
            below += term.weight() * term.km() * term.km();
        }
        return below == 0 ? 0 : Math.max(0, above / below);
    }

    private double height(String end, List<Term> terms) {
        double above = 0;
        double below = 0;
        for (Term term : terms) {
            String peer = term.one().equals(end) ? term.other() : term.one();
            above += term.weight() * (term.value() - perKm * term.km() - heights.get(peer));
            below += term.weight();
        }
        return Math.max(0, above / below);
    }

    private double sum(AccessPoint from, AccessPoint to) {
        return heights.get(from.toString()) + heights.get(to.toString()) + perKm * km.applyAsDouble(from.siteId(), to.siteId());
    }

    private void residuals(List<Observation> observed) {
        Map<String, List<Double>> bySites = new HashMap<>();
        observed.forEach(seen -> bySites.computeIfAbsent(seen.sites(), any -> new ArrayList<>())
                .add(seen.value() - sum(seen.from(), seen.to())));
        bySites.forEach((sites, left) ->
                besides.put(sites, left.stream().mapToDouble(Double::doubleValue).sum() / (left.size() + DOUBT)));
    }
}
