package org.caravan.adapter.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions of {@code usages.sh} that count users' connections, with texts in the place of the kernel's. */
class ClientsScriptTest {

    private static final String CONNECTION = "rtt:%s/3 ato:40 lastsnd:5 lastrcv:%d lastack:%d";

    @TempDir
    Path folder;

    private String bash(String... lines) throws Exception {
        String text = new NodeScripts(ClientsScriptTest.class).text("usages.sh");
        int main = text.indexOf("\nusages() {");
        assertThat(main).as("where the functions end").isPositive();
        Path script = Files.writeString(folder.resolve("script"), text.substring(0, main) + "\nLONGEST_ANSWER=100000 RUN=" + folder + "\n"
                + String.join("\n", lines) + "\n");
        Process bash = new ProcessBuilder("bash", script.toString()).redirectErrorStream(true).start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        bash.waitFor();
        return said;
    }

    private static String connection(String near, String far, String rtt, int lastMillis) {
        return "0 0 " + near + " " + far + " cubic " + CONNECTION.formatted(rtt, lastMillis, lastMillis);
    }

    @Test
    void roundTripsAreThoseOfUsersOnly() throws Exception {
        Files.writeString(folder.resolve("ss"), String.join("\n",
                connection("10.0.3.9:80", "10.7.88.9:5000", "12.4", 5),
                connection("10.0.3.9:80", "10.0.3.20:5001", "0.4", 5),
                connection("10.0.3.9:443", "10.0.3.20:5001", "0.5", 5),
                connection("[fd00:1::9]:80", "[fd00:0:0:1::20]:5001", "0.6", 5),
                connection("[fd00:1::9]:80", "[fd4e:7:1::9]:5001", "30", 5),
                connection("[::ffff:10.0.3.9]:80", "[::ffff:127.0.0.1]:5001", "0.1", 5),
                connection("10.0.3.9:80", "10.0.3.9:5001", "0.2", 5),
                connection("10.0.3.9:80", "10.7.88.10:5000", "12.5", 16_000),
                connection("10.0.3.9:22", "10.7.88.11:5000", "12.6", 5)) + "\n");
        String read = "inside() { cat $RUN/ss; }";
        assertThat(bash(read, "trips_of '80, 443' '10.0.3.20 . 80, fd00::1:0:0:0:20 . 80'")).as("443 is no port of that peer")
                .isEqualTo("80/10.7.88.9/12.4,443/10.0.3.20/0.5,80/fd4e:7:1::9/30");
        assertThat(bash(read, "trips_of '80' ', '")).as("without peers").isEqualTo(
                "80/10.7.88.9/12.4,80/10.0.3.20/0.4,80/fd00:0:0:1::20/0.6,80/fd4e:7:1::9/30");
    }

    /** Killed anywhere, the call leaves no table that drop_filter does not find, and no mark of a table that is not there. */
    @Test
    void theTableHasAFileBeforeItIsMadeAndAMarkAfterwards() throws Exception {
        String begin = "table=users_caravan_eth7 device=eth7 ports=80 peers4= peers6= wanted=3/80///; begin_counting";
        assertThat(bash("nft() { cat >/dev/null; wc -c <$RUN/users.eth7; }", begin, "sed -n 2p $RUN/users.eth7"))
                .isEqualTo("0\n3/80///\n");
        assertThat(bash("nft() { return 1; }", begin, "wc -c <$RUN/users.eth7")).isEqualTo("0\n");
    }
}
