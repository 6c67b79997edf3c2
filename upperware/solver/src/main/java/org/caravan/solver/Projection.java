package org.caravan.solver;

import java.util.Arrays;
import java.util.List;
import org.caravan.solver.Elimination.Factor;

/** The least sum of some factors over all values of one variable, for each choice of the others. */
final class Projection {

    private final int[] domains;
    private final int values;
    private final int[] others;
    private final double[][] tables;
    /** By factor: how far apart neighbours are in its table, for each of the others and for the variable itself. */
    private final int[][] strides;
    private final int[] own;

    Projection(int[] domains, int variable, List<Factor> factors) {
        this.domains = domains;
        this.values = domains[variable];
        this.others = Arrays.stream(Elimination.scope(factors)).filter(one -> one != variable).toArray();
        this.tables = factors.stream().map(Factor::cells).toArray(double[][]::new);
        this.strides = new int[tables.length][others.length];
        this.own = new int[tables.length];
        for (int f = 0; f < tables.length; f++) {
            stride(f, factors.get(f).variables());
        }
    }

    private void stride(int factor, int[] variables) {
        int stride = 1;
        for (int v = variables.length - 1; v >= 0; v--) {
            int at = Arrays.binarySearch(others, variables[v]);
            if (at >= 0) {
                strides[factor][at] = stride;
            } else {
                own[factor] = stride;
            }
            stride *= domains[variables[v]];
        }
    }

    Factor least() {
        double[] cells = new double[(int) Elimination.cells(domains, others)];
        int[] at = new int[others.length];
        int[] offsets = new int[tables.length];
        double[] sums = new double[values];
        for (int cell = 0; cell < cells.length; cell++) {
            cells[cell] = least(sums, offsets);
            advance(at, offsets);
        }
        return new Factor(others, cells);
    }

    private double least(double[] sums, int[] offsets) {
        Arrays.fill(sums, 0);
        for (int f = 0; f < tables.length; f++) {
            double[] table = tables[f];
            int offset = offsets[f];
            int stride = own[f];
            for (int value = 0; value < sums.length; value++) {
                sums[value] += table[offset + value * stride];
            }
        }
        double least = Double.POSITIVE_INFINITY;
        for (double sum : sums) {
            least = Math.min(least, sum);
        }
        return least;
    }

    private void advance(int[] at, int[] offsets) {
        for (int v = others.length - 1; v >= 0; v--) {
            boolean wraps = ++at[v] == domains[others[v]];
            int by = wraps ? 1 - domains[others[v]] : 1;
            for (int f = 0; f < offsets.length; f++) {
                offsets[f] += by * strides[f][v];
            }
            if (!wraps) {
                return;
            }
            at[v] = 0;
        }
    }
}
