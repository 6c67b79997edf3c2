package org.caravan.solver.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Bucket (variable) elimination: minimises a sum of cost tables that each depend on few variables. The result is exact as long as the
 * tables stay small. A table that would become too large is split, which can only decrease the result, so it remains a lower bound. The
 * elimination order and the table layout are computed once, because sums of the same shape are minimised thousands of times.
 */
final class BucketElimination {

    /** Maximum number of cells of a table; larger tables are split. */
    private static final long LARGEST = 2_000_000;

    /** Elimination of one variable. @param bucket tables that contain it; @param rests resulting table for each part of the bucket */
    private record Step(int variable, int[] bucket, List<MinMarginal> rests) {}

    private final int[] domains;
    /** By table: its variables, the last one varies fastest. The given tables come first, then the results of eliminations. */
    private final List<int[]> scopes;
    private final int given;
    private final List<Step> steps = new ArrayList<>();
    private final double[][] cells;
    private final int[] values;

    /**
     * @param domains number of values of each variable
     * @param scopes variables of each table, ascending
     */
    BucketElimination(int[] domains, List<int[]> scopes) {
        this.domains = domains;
        this.scopes = new ArrayList<>(scopes);
        this.given = scopes.size();
        this.values = new int[domains.length];
        List<Integer> left = new ArrayList<>();
        for (int table = 0; table < given; table++) {
            left.add(table);
        }
        boolean[] gone = new boolean[domains.length];
        for (int step = 0; step < domains.length; step++) {
            int variable = cheapest(gone, left);
            gone[variable] = true;
            steps.add(step(variable, left));
        }
        this.cells = new double[this.scopes.size()][];
    }

    private Step step(int variable, List<Integer> left) {
        List<Integer> bucket = left.stream().filter(table -> of(table, variable)).toList();
        left.removeAll(bucket);
        List<MinMarginal> rests = new ArrayList<>();
        for (List<Integer> part : parts(bucket)) {
            MinMarginal rest = new MinMarginal(domains, variable, part.stream().mapToInt(Integer::intValue).toArray(), scopes);
            rests.add(rest);
            left.add(scopes.size());
            scopes.add(rest.scope());
        }
        return new Step(variable, bucket.stream().mapToInt(Integer::intValue).toArray(), rests);
    }

    /** Returns the minimum. @param tables in the order of the scopes; read again by {@link #values} */
    double least(double[][] tables) {
        System.arraycopy(tables, 0, cells, 0, given);
        int next = given;
        double sum = 0;
        for (Step step : steps) {
            for (MinMarginal rest : step.rests()) {
                double[] least = rest.least(cells);
                sum += rest.scope().length == 0 ? least[0] : 0;
                cells[next++] = least;
            }
        }
        return sum;
    }

    /**
     * Returns a value for each variable; they attain the minimum if no table was split. Refers to the last {@link #least}; can be called
     * once, because it releases the tables.
     */
    int[] values() {
        for (int s = steps.size() - 1; s >= 0; s--) {
            Step step = steps.get(s);
            int variable = step.variable();
            double least = Double.POSITIVE_INFINITY;
            int best = 0;
            for (int value = 0; value < domains[variable]; value++) {
                values[variable] = value;
                double sum = 0;
                for (int table : step.bucket()) {
                    sum += cells[table][cell(scopes.get(table))];
                }
                if (sum < least) {
                    least = sum;
                    best = value;
                }
            }
            values[variable] = best;
        }
        Arrays.fill(cells, null);
        return values.clone();
    }

    private int cell(int[] scope) {
        int cell = 0;
        for (int variable : scope) {
            cell = cell * domains[variable] + values[variable];
        }
        return cell;
    }

    private boolean of(int table, int variable) {
        for (int one : scopes.get(table)) {
            if (one == variable) {
                return true;
            }
        }
        return false;
    }

    private int cheapest(boolean[] gone, List<Integer> left) {
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int variable = 0; variable < domains.length; variable++) {
            if (!gone[variable]) {
                double size = joined(variable, left);
                if (size < least) {
                    least = size;
                    best = variable;
                }
            }
        }
        return best;
    }

    /** Number of cells of a table over all variables that share a table with this one. */
    private double joined(int variable, List<Integer> left) {
        boolean[] together = new boolean[domains.length];
        for (int table : left) {
            if (of(table, variable)) {
                for (int one : scopes.get(table)) {
                    together[one] = true;
                }
            }
        }
        double cells = 1;
        for (int one = 0; one < domains.length; one++) {
            cells *= together[one] ? domains[one] : 1;
        }
        return cells;
    }

    static double cells(int[] domains, int[] scope) {
        double cells = 1;
        for (int variable : scope) {
            cells *= domains[variable];
        }
        return cells;
    }

    private int[] scope(List<Integer> bucket) {
        return bucket.stream().flatMapToInt(table -> Arrays.stream(scopes.get(table))).sorted().distinct().toArray();
    }

    private List<List<Integer>> parts(List<Integer> bucket) {
        List<List<Integer>> parts = new ArrayList<>();
        for (int table : bucket) {
            List<Integer> roomy = parts.stream()
                    .filter(part -> {
                        List<Integer> more = new ArrayList<>(part);
                        more.add(table);
                        return cells(domains, scope(more)) <= LARGEST;
                    })
                    .findFirst()
                    .orElseGet(() -> {
                        List<Integer> fresh = new ArrayList<>();
                        parts.add(fresh);
                        return fresh;
                    });
            roomy.add(table);
        }
        return parts;
    }
}
