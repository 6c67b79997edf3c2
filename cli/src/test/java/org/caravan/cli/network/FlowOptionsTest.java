package org.caravan.cli.network;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.caravan.api.network.ProbeFlows;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FlowOptionsTest {

    @Test
    void onlyWhatWasSaidIsAskedFor() {
        assertThat(chosen()).isEmpty();
        assertThat(chosen("--path", "a -> b", "--path", "b -> a", "--seconds", "10", "--at-once", "1"))
                .contains(new ProbeFlows(List.of("a -> b", "b -> a"), Optional.of(10), Optional.of(1)));
    }

    private static Optional<ProbeFlows> chosen(String... words) {
        return CommandLine.populateCommand(new ProbeCommand.FlowOptions(), words).chosen();
    }
}
