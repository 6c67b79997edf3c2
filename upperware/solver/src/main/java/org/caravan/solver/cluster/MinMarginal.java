package org.caravan.solver.cluster;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Min-marginal: minimum of a sum of tables over the values of one variable, for each combination of the others. */
final class MinMarginal {

    private final int[] domains;
    private final int values;
    private final int[] others;
    private final int size;
    /** Tables that depend on the variable only. */
    private final int[] plain;
    /** The other tables, with their strides for each of the other variables and for the variable itself. */
    private final int[] tables;
    private final int[][] strides;
    private final int[] own;

    /** @param tables indices of scopes */
    MinMarginal(int[] domains, int variable, int[] tables, List<int[]> scopes) {
        this.domains = domains;
        this.values = domains[variable];
        this.others = Arrays.stream(tables).flatMap(table -> Arrays.stream(scopes.get(table))).filter(one -> one != variable).sorted()
                .distinct().toArray();
        this.size = (int) BucketElimination.cells(domains, others);
        this.plain = IntStream.of(tables).filter(table -> scopes.get(table).length == 1).toArray();
        this.tables = IntStream.of(tables).filter(table -> scopes.get(table).length > 1).toArray();
        this.strides = new int[this.tables.length][others.length];
        this.own = new int[this.tables.length];
        for (int t = 0; t < this.tables.length; t++) {
            stride(t, scopes.get(this.tables[t]));
        }
    }

    private void stride(int table, int[] variables) {
        int stride = 1;
        for (int v = variables.length - 1; v >= 0; v--) {
            int at = Arrays.binarySearch(others, variables[v]);
            if (at >= 0) {
                strides[table][at] = stride;
            } else {
                own[table] = stride;
            }
            stride *= domains[variables[v]];
        }
    }

    /** Variables of the resulting table. */
    int[] scope() {
        return others;
    }

    double[] least(double[][] cells) {
        double[] alone = new double[values];
        for (int table : plain) {
            for (int value = 0; value < values; value++) {
                alone[value] += cells[table][value];
            }
        }
        return tables.length == 0 ? new double[] {least(alone)} : tables.length == 1
                && others.length == 1 ? pair(alone, cells[tables[0]]) : general(alone, cells);
    }

    /** Special case of one table over the variable and one other; the most frequent case. */
    private double[] pair(double[] alone, double[] table) {
        double[] least = new double[size];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        int step = strides[0][0];
        int along = own[0];
        if (along == 1) {
            for (int cell = 0; cell < size; cell++) {
                int at = cell * step;
                double best = Double.POSITIVE_INFINITY;
                for (int value = 0; value < values; value++) {
                    double sum = alone[value] + table[at + value];
                    best = sum < best ? sum : best;
                }
                least[cell] = best;
            }
            return least;
        }
        for (int value = 0; value < values; value++) {
            int at = value * along;
            double base = alone[value];
            for (int cell = 0; cell < size; cell++) {
                double sum = base + table[at + cell];
                least[cell] = sum < least[cell] ? sum : least[cell];
            }
        }
        return least;
    }

    private double[] general(double[] alone, double[][] cells) {
        double[] least = new double[size];
        int[] at = new int[others.length];
        int[] offsets = new int[tables.length];
        double[] sums = new double[values];
        for (int cell = 0; cell < size; cell++) {
            System.arraycopy(alone, 0, sums, 0, values);
            for (int t = 0; t < tables.length; t++) {
                add(sums, cells[tables[t]], offsets[t], own[t]);
            }
            least[cell] = least(sums);
            advance(at, offsets);
        }
        return least;
    }

    private static void add(double[] sums, double[] table, int offset, int stride) {
        for (int value = 0; value < sums.length; value++) {
            sums[value] += table[offset + value * stride];
        }
    }

    private static double least(double[] sums) {
        double least = Double.POSITIVE_INFINITY;
        for (double sum : sums) {
            least = sum < least ? sum : least;
        }
        return least;
    }

    private void advance(int[] at, int[] offsets) {
        for (int v = others.length - 1; v >= 0; v--) {
            boolean wraps = ++at[v] == domains[others[v]];
            int by = wraps ? 1 - domains[others[v]] : 1;
            for (int t = 0; t < offsets.length; t++) {
                offsets[t] += by * strides[t][v];
            }
            if (!wraps) {
                return;
            }
            at[v] = 0;
        }
    }
}
