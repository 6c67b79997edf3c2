package org.caravan.solver;

import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Variables that are whole numbers, nearly all 0 or 1, sums of them that are bounded, and one that is to be small: what an exact solver is told, in no solver's
 * words. Literals are variables, or, as {@code ~variable}, the opposite of one.
 */
final class BinaryProgram {

    /** Instead of a variable that is not there; neither it nor its opposite is a literal that anybody has. */
    static final int NONE = Integer.MIN_VALUE;

    /** How literals of a clause hold together. */
    enum Kind { ANY, EXACTLY_ONE, AT_MOST_ONE }

    record Clause(Kind kind, int[] literals) {}

    /** Between these, both included. */
    record Bounded(Sum sum, long least, long most) {}

    /** Variables times factors, and a number. */
    static final class Sum {

        private int[] variables = new int[4];
        private long[] factors = new long[4];
        private int size;
        private long constant;

        Sum add(int variable, long factor) {
            if (size == variables.length) {
                variables = Arrays.copyOf(variables, 2 * size);
                factors = Arrays.copyOf(factors, 2 * size);
            }
            variables[size] = variable;
            factors[size++] = factor;
            return this;
        }

        Sum add(long number) {
            constant += number;
            return this;
        }

        Sum add(Sum other, long factor) {
            for (int i = 0; i < other.size; i++) {
                add(other.variables[i], factor * other.factors[i]);
            }
            return add(factor * other.constant);
        }

        private void write(DataOutput out) throws IOException {
            out.writeLong(constant);
            out.writeInt(size);
            for (int i = 0; i < size; i++) {
                out.writeInt(variables[i]);
                out.writeLong(factors[i]);
            }
        }
    }

    private final List<Long> most = new ArrayList<>();
    private final List<Long> hints = new ArrayList<>();
    private final List<Clause> clauses = new ArrayList<>();
    private final List<Bounded> bounded = new ArrayList<>();
    private final Sum cost = new Sum();
    private boolean hinted;

    /** @param hint whether it is 1 in the placement to begin with */
    int variable(boolean hint) {
        return variable(1, hint ? 1 : 0);
    }

    /** From 0. */
    int variable(long greatest, long hint) {
        most.add(greatest);
        hints.add(hint);
        return most.size() - 1;
    }

    int variables() {
        return most.size();
    }

    /** That is to be small. */
    Sum cost() {
        return cost;
    }

    void clause(Kind kind, int... literals) {
        clauses.add(new Clause(kind, literals));
    }

    void implies(int one, int other) {
        clause(Kind.ANY, ~one, other);
    }

    void atMost(Sum sum, long greatest) {
        bounded.add(new Bounded(sum, Long.MIN_VALUE, greatest));
    }

    void atLeast(Sum sum, long least) {
        bounded.add(new Bounded(sum, least, Long.MAX_VALUE));
    }

    void equal(Sum sum, int variable) {
        bounded.add(new Bounded(new Sum().add(sum, 1).add(variable, -1), 0, 0));
    }

    void never(int variable) {
        clause(Kind.ANY, ~variable);
    }

    /** What variables were said to be to begin with is a whole placement. */
    void hinted() {
        hinted = true;
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(most.size());
        for (long greatest : most) {
            out.writeLong(greatest);
        }
        out.writeBoolean(hinted);
        for (long hint : hinted ? hints : List.<Long>of()) {
            out.writeLong(hint);
        }
        out.writeInt(clauses.size());
        for (Clause clause : clauses) {
            out.writeByte(clause.kind().ordinal());
            out.writeInt(clause.literals().length);
            for (int literal : clause.literals()) {
                out.writeInt(literal);
            }
        }
        out.writeInt(bounded.size());
        for (Bounded one : bounded) {
            one.sum().write(out);
            out.writeLong(one.least());
            out.writeLong(one.most());
        }
        cost.write(out);
    }
}
