package org.caravan.rules;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class DroolsRulesTest {

    @Test
    void aRuleThatDoesNotCompileIsRefusedWithItsLine() {
        assertThatThrownBy(() -> RuleBase.of(
                List.of("package org.caravan.rules\n\nrule \"broken\"\nwhen\n    Nothing()\nthen\nend\n")))
                .isInstanceOf(IllegalArgumentException.class).hasMessageContaining("0.drl line ").hasMessageContaining("Nothing");
    }
}
