package org.caravan.solver.exact;

import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Integer linear program passed to an exact solver, independent of the solver: variables (most of them binary), clauses, bounded sums and
 * a cost to minimise. A literal is a variable or, as {@code ~variable}, its negation.
 */
public final class IntegerProgram {

    /** Stands for an absent variable; neither it nor its negation is a valid literal. */
    static final int NONE = Integer.MIN_VALUE;

    /** Relation between the literals of a clause. */
    enum Kind { ANY, EXACTLY_ONE, AT_MOST_ONE }

    record Clause(Kind kind, int[] literals) {}

    /** Linear constraint: the sum is between {@code least} and {@code most}, inclusive. */
    record Bounded(Sum sum, long least, long most) {}

    /** Linear expression: variables times factors, plus a constant. */
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

    /** Adds a binary variable. @param hint whether it is 1 in the start placement */
    int variable(boolean hint) {
        return variable(1, hint ? 1 : 0);
    }

    /** Adds an integer variable with the range 0 to {@code greatest}. */
    int variable(long greatest, long hint) {
        most.add(greatest);
        hints.add(hint);
        return most.size() - 1;
    }

    public int variables() {
        return most.size();
    }

    /** Objective, to be minimised. */
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

    /** Declares that the hints of the variables form a complete placement. */
    void hinted() {
        hinted = true;
    }

    public void write(DataOutput out) throws IOException {
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
