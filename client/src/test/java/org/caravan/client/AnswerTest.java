package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.caravan.api.deployment.DeploymentView;
import org.caravan.api.deployment.OrphansView;
import org.caravan.api.plan.PlanView;
import org.caravan.api.plan.PlanView.Outcome;
import org.caravan.api.plan.PlanningView;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A client and a server of different versions understand each other. */
class AnswerTest {

    private static <T> Answer<T> read(String document, Class<T> type) {
        return Answer.of(JsonMapper.shared().readTree(document), type);
    }

    @Test
    void fieldsOfNewerServersAreIgnoredAndStayInTheDocument() {
        Answer<PlanView> plan = read("{\"outcome\":\"PLANNED\",\"id\":\"1\",\"new\":{\"a\":[1]}}", PlanView.class);
        assertThat(plan.value().outcome()).isEqualTo(Outcome.PLANNED);
        assertThat(plan.document().toString()).isEqualTo("{\"outcome\":\"PLANNED\",\"id\":\"1\",\"new\":{\"a\":[1]}}");
    }

    @Test
    void constantsOfNewerServersAreUnknown() {
        assertThat(read("{\"state\":\"PAUSED\"}", PlanningView.class).value().state()).isNull();
        assertThat(read("{\"state\":\"PAUSED\"}", DeploymentView.class).value().state()).isEqualTo("PAUSED");
    }

    @Test
    void whatOlderServersDoNotSendIsEmpty() {
        PlanView plan = read("{\"report\":{},\"diff\":null}", PlanView.class).value();
        assertThat(plan.id()).isEmpty();
        assertThat(plan.reasons()).isEmpty();
        assertThat(plan.generation()).isZero();
        assertThat(plan.diff()).isEmpty();
        assertThat(plan.report().orElseThrow().tippingPoints()).isEmpty();
        assertThat(plan.report().orElseThrow().leftOut()).isEmpty();
        DeploymentView deployment = read("{\"steps\":[{\"state\":\"DONE\"}]}", DeploymentView.class).value();
        assertThat(deployment.error()).isEmpty();
        assertThat(deployment.startedAt()).isNull();
        assertThat(deployment.steps().get(0).text()).isEmpty();
        assertThat(read("[]", OrphansView.class).value().machines()).isEmpty();
    }

    @Test
    void anotherTypeIsAFault() {
        assertThatThrownBy(() -> read("{\"generation\":\"many\"}", PlanView.class).value())
                .isInstanceOfSatisfying(ApiFault.class, fault -> assertThat(fault.code()).isEqualTo("answer-unreadable"))
                .hasMessageContaining("Maybe client and server have different versions");
    }
}
