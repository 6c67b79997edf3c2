package org.caravan.maven;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.apache.maven.plugin.logging.SystemStreamLog;
import org.junit.jupiter.api.Test;

class BuildLogTest {

    private final List<String> said = new ArrayList<>();
    private long nanos = TimeUnit.SECONDS.toNanos(100);

    private final BuildLog log = new BuildLog(new SystemStreamLog() {
        @Override
        public void info(CharSequence line) {
            said.add(line.toString());
        }
    }, () -> nanos);

    @Test
    void progressIsSaidOnlyWhenNothingElseWasForAWhile() {
        log.bar(1, 12, "steps", OptionalDouble.of(8.4));
        assertThat(said).isEmpty();
        nanos += TimeUnit.SECONDS.toNanos(11);
        log.bar(4, 12, "steps", OptionalDouble.of(8.4));
        log.bar(5, 12, "steps", OptionalDouble.empty());
        assertThat(said).containsExactly("4 of 12 steps, about 8 s left");
    }

    @Test
    void textOfSeveralLinesIsSaidLineByLine() {
        log.diff("+ web:1\n- store:1");
        assertThat(said).containsExactly("+ web:1", "- store:1");
    }
}
