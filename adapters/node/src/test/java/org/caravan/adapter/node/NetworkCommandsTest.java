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
        assertThat(commands("network_commands 4", "near 10.2.1.101 10.2.1.100\nfar 10.3.1.101 10.2.1.100\nsix fd4e:1:1::66 fd4e:1:1::64\n"))
                .isEqualTo("""
                route replace 10.2.1.101 dev eth0 src 10.2.1.100 proto 142
                route replace 10.3.1.101 via 10.2.1.1 dev eth0 src 10.2.1.100 proto 142
                """);
        assertThat(commands("network_commands 6",
                "near fd4e:1:1:0:8000::66 fd4e:1:1::64\nfar fd4e:1:2::66 fd4e:1:1::64\nfour 10.2.1.101 10.2.1.100\n")).isEqualTo("""
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

    private static final String CHANGE = """
            running() { :; }
            lock() { :; }
            verify_routes() { :; }
            inside() {
                case $* in
                    *"-4 route show"*) echo "10.9.1.100 via 10.2.1.1" ;;
                    *"-6 route show"*) ;;
                    *) cat >>"$FOLDER/ordered" ;;
                esac
            }
            write_names() { echo names >>"$FOLDER/ordered"; }
            change_routes
            """;
    private static final String NEW_WAY = "route replace 10.1.2.100 via 10.2.1.1 dev eth0 src 10.2.1.100 proto 142\nnames\n";
    private static final String FORMER_WAY = "route del 10.9.1.100 proto 142\n";

    @Test
    void theWayToAFormerPeerIsRemovedAfterItsName() throws Exception {
        assertThat(ordered(FACTS, CHANGE)).isEqualTo(NEW_WAY + FORMER_WAY);
    }

    @Test
    void aRouterKeepsTheWayToItsFormerServerUntilItHasNewOnes() throws Exception {
        String router = FACTS + "router 80 9999\n";
        assertThat(ordered(router, CHANGE)).isEqualTo(NEW_WAY);
        assertThat(ordered(router, CHANGE + "ROUTES=\n" + scripts().text("unroute.sh"))).isEqualTo(NEW_WAY + FORMER_WAY);
    }

    private String ordered(String facts, String change) throws Exception {
        Files.writeString(folder.resolve("routes"), "");
        Files.deleteIfExists(folder.resolve("ordered"));
        assertThat(bash(facts, "catalogue 10.1.2.100 10.2.1.100\n",
                scripts().text("host.sh") + scripts().text("network.sh") + change)).isEmpty();
        return Files.readString(folder.resolve("ordered"));
    }

    private static NodeScripts scripts() {
        return new NodeScripts(NetworkCommandsTest.class);
    }

    private String commands(String call, String routes) throws Exception {
        return bash(FACTS, routes, scripts().text("network.sh") + call);
    }

    private String bash(String facts, String routes, String script) throws Exception {
        Files.writeString(folder.resolve("caravan"), facts);
        ProcessBuilder bash = new ProcessBuilder("bash", "-euo", "pipefail", "-c", script).redirectErrorStream(true);
        bash.environment().put("FOLDER", folder.toString());
        bash.environment().put("ROUTES", routes);
        return new String(bash.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
