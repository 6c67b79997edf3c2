package org.caravan.solver;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The least sum of costs that depend on few variables each, by eliminating one variable after the other. Exact as long as
 * tables stay small; where one would not, it is split, which can only make the sum smaller: a bound from below.
 */
final class Elimination {

    /** Cells of a table above which it is split. */
    private static final long LARGEST = 2_000_000;

    /** What some variables cost together: cells in the order of their values, the last variable fastest. */
    record Factor(int[] variables, double[] cells) {

        boolean of(int variable) {
            return Arrays.stream(variables).anyMatch(one -> one == variable);
        }
    }

    private final int[] domains;
    private final List<Factor> factors = new ArrayList<>();
    private final List<List<Factor>> buckets = new ArrayList<>();
    private final List<Integer> order = new ArrayList<>();
    private final int[] values;

    /** In which order variables are eliminated; null where that is to be found. */
    private final int[] given;

    /**
     * @param domains number of values of each variable
     * @param given the {@link #order} that an elimination of the same domains and factors found; null for the first
     */
    Elimination(int[] domains, int[] given) {
        this.domains = domains;
        this.given = given;
        this.values = new int[domains.length];
    }

    void add(Factor factor) {
        factors.add(factor);
    }

    double least() {
        boolean[] gone = new boolean[domains.length];
        double sum = 0;
        for (int step = 0; step < domains.length; step++) {
            int variable = given == null ? cheapest(gone) : given[step];
            gone[variable] = true;
            List<Factor> bucket = factors.stream().filter(factor -> factor.of(variable)).toList();
            factors.removeAll(bucket);
            order.add(variable);
            buckets.add(bucket);
            for (List<Factor> part : parts(bucket)) {
                Factor rest = new Projection(domains, variable, part).least();
                if (rest.variables().length == 0) {
                    sum += rest.cells()[0];
                } else {
                    factors.add(rest);
                }
            }
        }
        return sum;
    }

    /** Only after {@link #least}. */
    int[] order() {
        return order.stream().mapToInt(Integer::intValue).toArray();
    }

    /** A value of each variable; those of the least sum where nothing was split. Only after {@link #least}. */
    int[] values() {
        for (int step = order.size() - 1; step >= 0; step--) {
            int variable = order.get(step);
            double least = Double.POSITIVE_INFINITY;
            int best = 0;
            for (int value = 0; value < domains[variable]; value++) {
                values[variable] = value;
                double sum = 0;
                for (Factor factor : buckets.get(step)) {
                    sum += factor.cells()[cell(factor)];
                }
                if (sum < least) {
                    least = sum;
                    best = value;
                }
            }
            values[variable] = best;
        }
        return values.clone();
    }

    private int cell(Factor factor) {
        int cell = 0;
        for (int variable : factor.variables()) {
            cell = cell * domains[variable] + values[variable];
        }
        return cell;
    }

    private int cheapest(boolean[] gone) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int variable = 0; variable < domains.length; variable++) {
            if (!gone[variable]) {
                int one = variable;
                double cells = cells(scope(factors.stream().filter(factor -> factor.of(one)).toList()));
                if (cells < least) {
                    least = cells;
                    best = variable;
                }
            }
        }
        return best;
    }

    private double cells(int[] scope) {
        return cells(domains, scope);
    }

    static double cells(int[] domains, int[] scope) {
        double cells = 1;
        for (int variable : scope) {
            cells *= domains[variable];
        }
        return cells;
    }

    static int[] scope(List<Factor> bucket) {
        return bucket.stream().flatMapToInt(factor -> Arrays.stream(factor.variables())).sorted().distinct().toArray();
    }

    private List<List<Factor>> parts(List<Factor> bucket) {
        List<List<Factor>> parts = new ArrayList<>();
        for (Factor factor : bucket) {
            List<Factor> roomy = parts.stream()
                    .filter(part -> {
                        List<Factor> more = new ArrayList<>(part);
                        more.add(factor);
                        return cells(scope(more)) <= LARGEST;
                    })
                    .findFirst()
                    .orElseGet(() -> {
                        List<Factor> fresh = new ArrayList<>();
                        parts.add(fresh);
                        return fresh;
                    });
            roomy.add(factor);
        }
        return parts;
    }
}
