package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.caravan.api.plan.PlanningView;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class PlanningFollowerTest {

    private static String text(String planning) {
        return PlanningFollower.text(Answer.of(JsonMapper.shared().readTree(planning), PlanningView.class).value());
    }

    @Test
    void itSaysAsMuchAsIsKnown() {
        assertThat(text("{\"stage\": \"waits for its turn\", \"tried\": 0}")).isEqualTo("planning: waits for its turn; Ctrl+C cancels");
        assertThat(text("{\"stage\": \"computes the lower bound\", \"tried\": 120000, \"points\": 8300, \"bound\": 8250}"))
                .isEqualTo("planning: computes the lower bound, 120000 placements tried, "
                        + "best 83.00 points, at least 82.50; Ctrl+C cancels");
    }
}
