package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CostRulesTest {

    private static final Instant ZERO = Instant.parse("2026-11-26T03:00:00Z");

    private final CostRules rules = CostRules.of(new CostRuleSettings(0.05, 100, 0.9));
    private int minutes;

    @AfterEach
    void close() {
        rules.close();
    }

    private List<String> found(long planned, long current, Long budget) {
        minutes++;
        return rules.evaluate(new CostLook("shop", "p", ZERO.plusSeconds(60L * minutes), planned, current, Optional.ofNullable(budget)))
                .stream().map(CostFinding::rule).toList();
    }

    @Test
    void aPlanThatCostsClearlyMoreThanWhenItWasMade() {
        assertThat(found(10_000, 10_000, null)).isEmpty();
        assertThat(found(10_000, 10_500, null)).as("not above 5 %").isEmpty();
        assertThat(found(10_000, 10_501, null)).containsExactly("price-changed");
        assertThat(found(10_000, 10_501, null)).as("as long as it holds").containsExactly("price-changed");
        assertThat(found(100, 200, null)).as("not above 1 EUR").isEmpty();
        assertThat(found(0, 101, null)).containsExactly("price-changed");
        assertThat(found(10_000, 5_000, null)).as("cheaper").isEmpty();
    }

    @Test
    void aBudgetThatIsNearlySpent() {
        assertThat(found(8_999, 8_999, 10_000L)).isEmpty();
        assertThat(found(9_000, 9_000, 10_000L)).containsExactly("budget-nearly-spent");
        assertThat(found(9_000, 12_000, 10_000L)).containsExactly("budget-nearly-spent", "price-changed");
        assertThat(found(9_000, 9_000, null)).isEmpty();
    }
}
