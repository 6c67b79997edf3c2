package org.caravan.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FlowOptionsTest {

    @Test
    void onlyWhatWasSaidIsAskedFor() {
        assertThat(body()).isEmpty();
        assertThat(body("--path", "a -> b", "--path", "b -> a", "--seconds", "10", "--at-once", "1"))
                .isEqualTo(Map.of("paths", List.of("a -> b", "b -> a"), "flowSeconds", 10, "flowsAtOnce", 1));
    }

    private static Map<String, Object> body(String... words) {
        return CommandLine.populateCommand(new FlowOptions(), words).body();
    }
}
