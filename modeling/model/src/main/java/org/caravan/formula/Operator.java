package org.caravan.formula;

/** Binary operator of formulas. */
public enum Operator {
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    PER("/");

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    /** @throws IllegalArgumentException if no operator has this sign */
    public static Operator of(String sign) {
        for (Operator operator : values()) {
            if (operator.sign.equals(sign)) {
                return operator;
            }
        }
        throw new IllegalArgumentException("no operator " + sign);
    }

    double apply(double left, double right) {
        return switch (this) {
            case PLUS -> left + right;
            case MINUS -> left - right;
            case TIMES -> left * right;
            case PER -> left / right;
        };
    }

    /** Whether both sides must have the same measure, which is then the measure of the result. */
    boolean adds() {
        return this == PLUS || this == MINUS;
    }

    @Override
    public String toString() {
        return sign;
    }
}
