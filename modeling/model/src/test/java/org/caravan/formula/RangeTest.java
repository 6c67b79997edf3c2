package org.caravan.formula;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever values are within their ranges, formulas are within theirs. */
class RangeTest {

    private static final Map<String, Range> RANGES = Map.of("a", new Range(-2, 3), "b", new Range(0, 5), "c", new Range(1, 4));

    private final Random random = new Random(3);

    @Test
    void noValueIsOutside() {
        int finite = 0;
        for (int round = 0; round < 5_000; round++) {
            Formula formula = formula(3);
            Range range = Range.of(formula, RANGES::get);
            for (int draw = 0; draw < 5; draw++) {
                Map<String, Double> drawn = Map.of("a", random.nextDouble() * 5 - 2, "b", random.nextDouble() * 5, "c", 1
                        + random.nextDouble() * 3);
                double value = new Evaluator(drawn::get).value(formula);
                double least = 1e-9 * Math.max(1, Math.abs(value));
                assertThat(Double.isNaN(value) || Double.isInfinite(value) || value >= range.low() - least && value <= range.high() + least)
                        .as(formula + " = " + value + " in " + range).isTrue();
            }
            finite += Double.isFinite(range.high()) ? 1 : 0;
        }
        assertThat(finite).isGreaterThan(2_000);
    }

    private Formula formula(int depth) {
        if (depth == 0 || random.nextInt(4) == 0) {
            return random.nextInt(3) == 0 ? new Formula.Amount("2", random.nextInt(5) - 2, Measure.NUMBER)
                    : new Formula.Reference(List.of("a", "b", "c").get(random.nextInt(3)));
        }
        if (random.nextInt(3) == 0) {
            Function function = Function.values()[random.nextInt(Function.values().length)];
            return new Formula.Call(function, function.ofMany() ? List.of(formula(depth - 1), formula(depth - 1))
                    : List.of(formula(depth - 1)));
        }
        return new Formula.Operation(Operator.values()[random.nextInt(4)], formula(depth - 1), formula(depth - 1));
    }
}
