package org.caravan.formula;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Interval of possible values; bounds may be infinite. The range of a formula may be wider than its actual values, but never narrower. */
public record Range(double low, double high) {

    public static final Range ANY = new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** Not below 0. */
    public static final Range POSITIVE = new Range(0, Double.POSITIVE_INFINITY);

    public static Range exactly(double value) {
        return new Range(value, value);
    }

    /** @param values ranges of the named values */
    public static Range of(Formula formula, Function<String, Range> values) {
        if (formula instanceof Formula.Amount amount) {
            return exactly(amount.value());
        }
        if (formula instanceof Formula.Reference reference) {
            return values.apply(reference.id());
        }
        if (formula instanceof Formula.Operation operation) {
            return joined(operation.operator(), of(operation.left(), values), of(operation.right(), values));
        }
        Formula.Call call = (Formula.Call) formula;
        return called(call.function(), call.arguments().stream().map(argument -> of(argument, values)).toList());
    }

    private static Range joined(Operator operator, Range left, Range right) {
        return switch (operator) {
            case PLUS -> new Range(left.low + right.low, left.high + right.high);
            case MINUS -> new Range(left.low - right.high, left.high - right.low);
            case TIMES -> among(times(left.low, right.low), times(left.low, right.high), times(left.high, right.low),
                    times(left.high, right.high));
            // A divisor range that contains or touches 0 gives an unbounded result, because a divisor close to 0 gives a quotient close to
            // infinity.
            case PER -> right.low <= 0 && right.high >= 0 ? ANY : joined(Operator.TIMES, left, new Range(1 / right.high, 1 / right.low));
        };
    }

    private static Range called(org.caravan.formula.Function function, List<Range> arguments) {
        List<Double> lows = arguments.stream().map(Range::low).toList();
        List<Double> highs = arguments.stream().map(Range::high).toList();
        return switch (function) {
            case MIN, MAX, SUM, MEAN, EXP -> new Range(function.apply(lows), function.apply(highs));
            case ABS -> {
                Range of = arguments.get(0);
                double far = Math.max(Math.abs(of.low), Math.abs(of.high));
                yield of.low <= 0 && of.high >= 0 ? new Range(0, far) : new Range(Math.min(Math.abs(of.low), Math.abs(of.high)), far);
            }
            case LN -> new Range(
                    arguments.get(0).low <= 0 ? Double.NEGATIVE_INFINITY : Math.log(arguments.get(0).low),
                    Math.log(Math.max(0, arguments.get(0).high)));
        };
    }

    /** 0 times infinity is 0 here, not NaN. */
    private static double times(double one, double other) {
        return one == 0 || other == 0 ? 0 : one * other;
    }

    private static Range among(double... ends) {
        return new Range(Arrays.stream(ends).min().orElseThrow(), Arrays.stream(ends).max().orElseThrow());
    }
}
