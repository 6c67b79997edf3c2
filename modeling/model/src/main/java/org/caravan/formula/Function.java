package org.caravan.formula;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Functions that formulas may call. */
public enum Function {
    MIN(true),
    MAX(true),
    SUM(true),
    MEAN(true),
    ABS(false),
    EXP(false),
    LN(false);

    private final boolean ofMany;

    Function(boolean ofMany) {
        this.ofMany = ofMany;
    }

    public static Optional<Function> named(String name) {
        return Arrays.stream(values()).filter(function -> function.toString().equals(name)).findFirst();
    }

    /** Whether the function takes any number of arguments; otherwise it takes one. */
    public boolean ofMany() {
        return ofMany;
    }

    /** Whether argument and result must be numbers without a unit; otherwise both have the same measure. */
    boolean ofNumbers() {
        return this == EXP || this == LN;
    }

    double apply(List<Double> arguments) {
        var values = arguments.stream().mapToDouble(Double::doubleValue);
        return switch (this) {
            case MIN -> values.min().orElse(Double.NaN);
            case MAX -> values.max().orElse(Double.NaN);
            case SUM -> values.sum();
            case MEAN -> values.average().orElse(Double.NaN);
            case ABS -> Math.abs(arguments.get(0));
            case EXP -> Math.exp(arguments.get(0));
            case LN -> Math.log(arguments.get(0));
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
