package org.caravan.formula;

import java.util.Optional;

/** Comparison operator. */
public enum Relation {
    BELOW("<"),
    AT_MOST("<="),
    ABOVE(">"),
    AT_LEAST(">="),
    EQUAL("="),
    DIFFERENT("<>");

    private final String sign;

    Relation(String sign) {
        this.sign = sign;
    }

    /** @throws IllegalArgumentException if no relation has this sign */
    public static Relation of(String sign) {
        for (Relation relation : values()) {
            if (relation.sign.equals(sign)) {
                return relation;
            }
        }
        throw new IllegalArgumentException("no relation " + sign);
    }

    /** Empty if either value is NaN. */
    Optional<Boolean> holds(double left, double right) {
        return Double.isNaN(left) || Double.isNaN(right) ? Optional.empty() : Optional.of(holds(Double.compare(left + 0.0, right + 0.0)));
    }

    private boolean holds(int order) {
        return switch (this) {
            case BELOW -> order < 0;
            case AT_MOST -> order <= 0;
            case ABOVE -> order > 0;
            case AT_LEAST -> order >= 0;
            case EQUAL -> order == 0;
            case DIFFERENT -> order != 0;
        };
    }

    @Override
    public String toString() {
        return sign;
    }
}
