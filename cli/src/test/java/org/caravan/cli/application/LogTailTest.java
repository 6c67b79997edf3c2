package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogTailTest {

    @Test
    void whatFollowsTheLinesThatWereSeenIsNew() {
        assertThat(fresh(List.of("a", "b", "c"), List.of("b", "c", "d"))).containsExactly("d");
        assertThat(fresh(List.of("a"), List.of("a", "b", "c"))).containsExactly("b", "c");
        assertThat(fresh(List.of(), List.of("a"))).containsExactly("a");
        assertThat(fresh(List.of("a", "b"), List.of("a", "b"))).isEmpty();
        assertThat(fresh(List.of("tick"), List.of("tick", "tick"))).as("the log grew by a line that is the same").containsExactly("tick");
    }

    @Test
    void whereNothingOfBeforeIsLeftThatIsSaid() {
        assertThat(fresh(List.of("a", "b"), List.of("x", "y"))).containsExactly(LogsCommand.LogTail.GAP, "x", "y");
    }

    private static List<String> fresh(List<String> before, List<String> now) {
        List<String> printed = new ArrayList<>();
        new LogsCommand.LogTail(before, now).forEach(printed::add);
        return printed;
    }
}
