package org.caravan.dsl.validation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CronSyntaxTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "* * * *", "* * * * * *", "60 0 * * *", "0 24 * * *", "0 0 32 * *", "0 0 * 13 *", "0 0 * * FUNDAY",
        "a b c d e", "0 0 30 2 *", "99999999999999999999 * * * *", "*/0 * * * *", "0 0 * * ; DROP"})
    void badTextsAreRefused(String cron) {
        assertThat(AdaptationRules.CronSyntax.violation(cron)).isPresent();
    }

    @Test
    void longTextsAreRefusedUnread() {
        assertThat(AdaptationRules.CronSyntax.violation("0," .repeat(60) + "0 * * * *")).contains("it has more than 100 characters");
        assertThat(AdaptationRules.CronSyntax.violation("0 8 * * MON-FRI")).isEmpty();
    }
}
