package org.caravan.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.caravan.measure.ProbeFault;
import org.caravan.ssh.Machine;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of a machine whose NetPerfMeter is of another version. Its shell is real; the programs are stand-ins that print what those
 * versions print.
 */
class NetPerfMeterCheckTest {

    private static final Machine PI = new Machine("pi-east-1", "127.0.0.1", 22, "none");

    @TempDir
    Path tools;

    private NetPerfMeterCheck check;

    @BeforeEach
    void otherTools() throws IOException {
        check = new NetPerfMeterCheck(LocalShell.here(tools.toString()));
        for (String tool : new String[] {"ss", "timeout", "ping"}) {
            tool(tool, "exit 0");
        }
        tool("head", "exec /usr/bin/head \"$@\"");
    }

    @Test
    void ours() throws IOException {
        tool("dpkg-query", "printf 1.9.4-1");
        tool("netperfmeter",
                "echo 'Usage: netperfmeter [Local Port|Remote Endpoint] {-control-over-tcp} {-tcp|-udp|-sctp|-dccp} {flow spec} ...'");
        assertThat(check.passes(PI)).isTrue();
    }

    @Test
    void aNewerOneIsNamedAndWhatToInstallInstead() throws IOException {
        tool("dpkg-query", "printf 2.0.1-1");
        tool("netperfmeter", "echo 'Usage: netperfmeter [--control-over-tcp]'");
        assertThatThrownBy(() -> check.passes(PI)).isInstanceOf(ProbeFault.class)
                .hasMessage("Machine (pi-east-1) has netperfmeter 2.0.1-1 instead of 1.9.4, so no flow can be sent.\n"
                        + "Maybe install netperfmeter 1.9.4 there, as on all other machines.");
    }

    @Test
    void oneOfUnknownVersionIsKnownByHowItSpeaks() throws IOException {
        tool("dpkg-query", "exit 1");
        tool("netperfmeter", "echo 'Usage: netperfmeter [--control-over-tcp]'");
        assertThatThrownBy(() -> check.passes(PI)).isInstanceOf(ProbeFault.class)
                .hasMessage("Machine (pi-east-1) has a netperfmeter that does not speak as 1.9.4 does, so no flow can be sent.\n"
                        + "Maybe install netperfmeter 1.9.4 there, as on all other machines.");
    }

    @Test
    void withoutSsItSaysWhatToInstall() throws IOException {
        tool("netperfmeter", "exit 0");
        Files.delete(tools.resolve("ss"));
        assertThatThrownBy(() -> check.passes(PI)).hasMessage("Machine (pi-east-1) has no ss, so no flow can be sent.\n"
                + "Maybe install iproute2, coreutils and iputils-ping there.");
    }

    @Test
    void whereThereIsNoneOurOwnFlowMayDo() {
        assertThat(check.passes(PI)).isFalse();
    }

    private void tool(String name, String does) throws IOException {
        Path program = tools.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + does + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
