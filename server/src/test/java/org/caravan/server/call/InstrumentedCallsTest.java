package org.caravan.server.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import org.caravan.server.trace.Traces;
import org.caravan.ssh.Machine;
import org.caravan.ssh.Shell;
import org.caravan.ssh.ShellFault;
import org.caravan.ssh.SshSettings;
import org.caravan.ssh.SshShell;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstrumentedCallsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /** What is thrown is what the real one throws, wrapped in nothing. */
    @Test
    void aFaultPassesAndIsCountedByItsKind(@TempDir Path credentials) {
        try (Shell shell = new InstrumentedCalls(registry, Traces.OFF).of((Shell) new SshShell(SshSettings.of(credentials)))) {
            assertThat(shell).isEqualTo(shell).isNotEqualTo(null);
            Machine nobody = new Machine("pi-1", "127.0.0.1", 1, "nobody");
            assertThatThrownBy(() -> shell.run(nobody, "true", Duration.ofSeconds(5))).isInstanceOf(ShellFault.class);
            assertThat(registry.get("caravan.call").tags("port", "ssh", "call", "run").timer().count()).isEqualTo(1);
            assertThat(registry.get("caravan.call").timer().getId().getTag("outcome")).isIn("untrusted", "unreachable");
        }
        assertThat(registry.find("caravan.call").timers()).as("closing it is no call").hasSize(1);
    }
}
