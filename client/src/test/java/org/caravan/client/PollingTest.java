package org.caravan.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PollingTest {

    private static final ApiFault RESTARTS = new ApiFault("server-unreachable", "no answer");

    private final List<Integer> shown = new ArrayList<>();
    private final Polling polling = new Polling(new Silent(), Duration.ofMinutes(1));

    @Test
    void theLastResultIsReturnedAndTheOthersAreProgress() {
        assertThat(last(10, 20, 100)).isEqualTo(100);
        assertThat(shown).containsExactly(10, 20);
    }

    @Test
    void aFirstResultThatIsFinalIsNoProgress() {
        assertThat(last(100)).isEqualTo(100);
        assertThat(shown).isEmpty();
    }

    @Test
    void aServerThatRestartsIsAskedAgain() {
        assertThat(last(RESTARTS, 10, RESTARTS, RESTARTS, 100)).isEqualTo(100);
        assertThat(shown).containsExactly(10);
    }

    @Test
    void anotherErrorEndsIt() {
        ApiFault unknown = new ApiFault("unknown-probe-run", "There is no such run.");
        assertThatThrownBy(() -> last(10, unknown, 100)).isSameAs(unknown);
        assertThat(shown).containsExactly(10);
    }

    /** Percentages that are read one after the other, or faults. */
    private int last(Object... answers) {
        Deque<Object> left = new ArrayDeque<>(List.of(answers));
        return polling.last(1, () -> {
            Object answer = left.remove();
            if (answer instanceof ApiFault fault) {
                throw fault;
            }
            return (Integer) answer;
        }, percent -> percent < 100, shown::add);
    }

    private static final class Silent implements Display {
        @Override
        public void line(String text) {}

        @Override
        public void diff(String text) {}

        @Override
        public void bar(int done, int total, String what, OptionalDouble secondsLeft) {}
    }
}
