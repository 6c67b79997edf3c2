package org.caravan.probe.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import org.caravan.measure.ProbeFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a visited machine printed is an answer, or one short printable fault that names the machine. */
class HostileVisitTest {

    private static final String GOOD = """
            clock 1764040000000
            line 7 1764039990000 bergen.Uninett/ipv4>narvik.Telenor/ipv4 10.1.1.254 3 1:12.5,2:13.5 .
            line 8 1764039995000 bergen.Uninett/ipv4>narvik.Telenor/ipv4 - ! Network is unreachable .
            state 5f2d1a3b-0000 6 2 1.5 2.5 1764039000000
            clock 1764040000100
            """;

    @ParameterizedTest
    @ValueSource(strings = {"", "clock", "clock x\n", "clock 1\n", "clock 1\nclock 2\n", "clock 99999999999999999999\n", "line\n",
            "line x\n", "state\n", "\0", "\u001b]0;x\u0007\n",
        "clock 1\nstate x'y 1 1 - - -\nclock 2\n", "clock 1\nstate x -1 1 - - -\nclock 2\n", "clock 1\nstate x 1 1 NaN 1 1\nclock 2\n",
                "clock 1\nstate x 1 1 1e300 1 1\nclock 2\n",
        "clock 1\nstate x 1 1 1 1 -9223372036854775808\nclock 2\n"})
    void whatIsNoVisitIsOneFault(String output) {
        assertThatThrownBy(() -> AgentSyncAnswer.parse("pi-1", output)).isInstanceOf(ProbeFault.class).hasMessageContaining("(pi-1)")
                .hasMessageContaining("\nMaybe ")
                .hasMessageNotContaining("\u001b").extracting(Throwable::getMessage).asString().hasSizeLessThan(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1:NaN", "1:-1", "1:1e999", "1:9999999", "x", "1:", ":1", "99999999999:1"})
    void timesThatNoRequestTakesAreRefused(String replies) {
        String output = GOOD.replace("1:12.5,2:13.5", replies);
        assertThatThrownBy(() -> AgentSyncAnswer.parse("pi-1", output)).isInstanceOf(ProbeFault.class);
    }

    @Test
    void changedAnswersAreAnswersOrFaults() {
        assertThat(AgentSyncAnswer.parse("pi-1", GOOD).lines()).hasSize(2);
        Random random = new Random(3);
        for (int count = 0; count < 3_000; count++) {
            StringBuilder changed = new StringBuilder(GOOD);
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                changed.setCharAt(random.nextInt(changed.length()), (char) random.nextInt(300));
            }
            try {
                List<SpooledResult> lines = AgentSyncAnswer.parse("pi-1", changed.toString()).lines();
                lines.forEach(line -> assertThat(line.rtts().values()).allMatch(Double::isFinite));
            } catch (ProbeFault fault) {
                assertThat(fault.getMessage()).contains("(pi-1)");
            }
        }
    }
}
