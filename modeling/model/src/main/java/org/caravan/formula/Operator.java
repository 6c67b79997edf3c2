package org.caravan.formula;

/** What joins two formulas. */
public enum Operator {
    PLUS("+"),
    MINUS("-"),
    TIMES("*"),
    PER("/");

    private final String sign;

    Operator(String sign) {
        this.sign = sign;
    }

    /** @throws IllegalArgumentException if there is none of this sign */
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

    /** Whether both sides must measure the same, which is then what the result measures. */
    boolean adds() {
        return this == PLUS || this == MINUS;
    }

    @Override
    public String toString() {
        return sign;
    }
}
