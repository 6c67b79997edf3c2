package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code ip} is told about a copy, by the scripts themselves. */
class NetworkCommandsTest {

    private static final String FACTS = """
            spec abc
            address 10.1.1.100 24 10.1.1.1
            address 10.2.1.100 24 10.2.1.1
            address fd4e:1:1::64 64 fd4e:1:1::1
            port 80
            layer aaaa
            """;

    @TempDir
    private Path folder;

    @Test
    void eachAddressLeavesByItsOwnGateway() throws Exception {
        assertThat(commands("network_commands 4 yes", "catalogue 10.1.2.100 10.2.1.100\n")).isEqualTo("""
                address replace 10.1.1.100/24 dev eth0
                rule add pref 1000 lookup main suppress_prefixlength 0
                route replace default via 10.1.1.1 dev eth0 src 10.1.1.100
                route replace default via 10.1.1.1 dev eth0 table 1001
                rule add pref 1001 from 10.1.1.100 lookup 1001
                address replace 10.2.1.100/24 dev eth0
                route replace default via 10.2.1.1 dev eth0 table 1002
                rule add pref 1002 from 10.2.1.100 lookup 1002
                route replace 10.1.2.100 via 10.2.1.1 dev eth0 src 10.2.1.100 proto 142
                """);
    }

    @Test
    void aPeerOnTheSameNetworkNeedsNoGateway() throws Exception {
        assertThat(commands("network_commands 4", "near 10.2.1.101 10.2.1.100\nfar 10.3.1.101 10.2.1.100\nsix fd4e:1:1::66 fd4e:1:1::64\n")).isEqualTo("""
                route replace 10.2.1.101 dev eth0 src 10.2.1.100 proto 142
                route replace 10.3.1.101 via 10.2.1.1 dev eth0 src 10.2.1.100 proto 142
                """);
        assertThat(commands("network_commands 6", "near fd4e:1:1:0:8000::66 fd4e:1:1::64\nfar fd4e:1:2::66 fd4e:1:1::64\nfour 10.2.1.101 10.2.1.100\n")).isEqualTo("""
                route replace fd4e:1:1:0:8000::66 dev eth0 src fd4e:1:1::64 proto 142
                route replace fd4e:1:2::66 via fd4e:1:1::1 dev eth0 src fd4e:1:1::64 proto 142
                """);
    }

    @Test
    void withoutPeersNothingIsAdded() throws Exception {
        assertThat(commands("network_commands 6", "")).isEmpty();
    }

    @Test
    void aSourceThatTheCopyDoesNotHaveIsNamed() throws Exception {
        assertThat(commands("network_commands 4 yes 2>&1 >/dev/null || true", "db 192.0.2.9 10.9.9.9\n"))
                .isEqualTo("the copy has no address 10.9.9.9 for its route to db\n");
    }

    private String commands(String call, String routes) throws Exception {
        Files.writeString(folder.resolve("caravan"), FACTS);
        NodeScripts scripts = new NodeScripts(NetworkCommandsTest.class);
        ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", scripts.text("network.sh") + call)
                .redirectErrorStream(true);
        bash.environment().put("FOLDER", folder.toString());
        bash.environment().put("ROUTES", routes);
        return new String(bash.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
