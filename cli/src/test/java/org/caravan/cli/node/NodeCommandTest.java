package org.caravan.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What operators and their scripts see of a node's life. */
class NodeCommandTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void theWorstFindingDecidesTheExitCodeOfACheck() throws IOException {
        String ok = finding("OK", "folders", "there", "");
        String advice = finding("ADVICE", "swap", "none", "make some");
        assertThat(check(ok, advice)).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("advice   swap").contains("Maybe make some.").contains("pi-1 is fit.");
        assertThat(check(ok, finding("CHANGE", "packages", "install by apt: lxc", ""))).isEqualTo(ExitCode.CHANGES_PENDING);
        assertThat(check(ok, finding("REBOOT", "bridge", "written", "reboot the machine"))).isEqualTo(ExitCode.CHANGES_PENDING);
        assertThat(check(finding("MISSING", "kernel CONFIG_VETH", "needed", "boot another"), finding("CHANGE", "packages", "lxc", "")))
                .isEqualTo(ExitCode.ERROR);
        assertThat(check(
                "{\"hostKey\":{\"knowledge\":\"PINNED\"},\"id\":\"1\",\"state\":\"FAILED\","
                + "\"error\":\"It is off.\\nMaybe switch it on.\"}")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("error: It is off. [node-task-failed]\n    Maybe switch it on.");
    }

    @Test
    void aMeasurementIsShownWithItsIntervalAndThePapersUnit() throws IOException {
        String task =
                "{\"id\":\"1\",\"state\":\"DONE\",\"findings\":[],\"capability\":{\"version\":2,\"measuredAt\":\"2026-11-21T22:00:00Z\","
                + "\"figures\":["
                + "{\"what\":\"cpu\",\"unit\":\"events/s\",\"mean\":2500.4,\"halfWidth95\":12.34,\"times\":5},"
                + "{\"what\":\"disk\",\"unit\":\"MiB/s\",\"mean\":2.534,\"halfWidth95\":0.041,\"times\":5}],\"watts\":{\"idle\":2.0,"
                + "\"load\":4.4}}}";
        try (PlainHttpServer server = new PlainHttpServer(task)) {
            assertThat(Main.run("node", "measure", "pi-1", "--watts", "2..4.4", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(Main.run("node", "measure", "pi-1", "--watts", "much", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("2500 ± 12.3 events/s, 5 times (10,000 in 4.00 s)").contains("2.53 ± 0.04 MiB/s")
                .contains("2.00..4.40 W")
                .contains("--watts (much) is not a range of watts. [watts-invalid]\n    Maybe write it like 2..4.4.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "check"})
    void aKeyThatNobodyComparedIsNotTrustedWithoutATerminal(String verb) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(proposal("UNKNOWN"))) {
            assertThat(Main.run("node", verb, "pi-1", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            assertThat(Main.run("node", verb, "pi-1", "--json", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            assertThat(Main.run("node", verb, "pi-1", "--host-key", "SHA256:other", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            assertThat(server.asked()).as("nothing is pinned, nothing logs in").containsOnly("/api/v1/nodes/pi-1/proposal");
        }
        try (PlainHttpServer server = new PlainHttpServer(proposal("OTHER"))) {
            assertThat(Main.run("node", verb, "pi-1", "--accept-new-host-key", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            assertThat(Main.run("node", verb, "pi-1", "--host-key", "SHA256:abc", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            assertThat(server.asked()).containsOnly("/api/v1/nodes/pi-1/proposal");
        }
        assertThat(printed.text()).contains("Maybe confirm the comparison: --host-key SHA256:abc").contains("not SHA256:other")
                .contains("another key is pinned");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--host-key=SHA256:abc", "--accept-new-host-key"})
    void aCheckPinsAKeyThatAnOptionConfirmsAndGoesOn(String option) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(proposal("UNKNOWN"))) {
            assertThat(Main.run("node", "check", "pi-3", "--site", "bergen", "--type", "pi", "--at", "192.0.2.7", option, "--server",
                    server.url()))
                    .isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).startsWith("/api/v1/nodes/pi-3/proposal", "/api/v1/nodes/pi-3/host-key", "/api/v1/nodes/pi-3/tasks");
            assertThat(server.bodies().get(1)).contains("\"fingerprint\":\"SHA256:abc\"").contains("\"address\":\"192.0.2.7\"");
        }
        assertThat(printed.text()).contains("Host key SHA256:abc is pinned.").contains("pi-3 is fit.");
    }

    @Test
    void whatKeepsDataStopsADrain() throws IOException {
        String drain = "{\"drained\":false,\"applications\":[\"shop\"],\"instances\":[\"shop db:1\"],\"keepingData\":[\"shop db:1\"]}";
        try (PlainHttpServer server = new PlainHttpServer(drain)) {
            assertThat(Main.run("node", "drain", "pi-1", "--auto-approve", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("pi-1 cannot be drained:\n  shop db:1 stores its data there");
    }

    private int check(String... findings) throws IOException {
        String answer = findings.length == 1 && findings[0].contains("FAILED") ? findings[0]
                : "{\"hostKey\":{\"knowledge\":\"PINNED\"},\"id\":\"1\",\"state\":\"UNFIT\",\"findings\":[" + String.join(",", findings)
                + "]}";
        try (PlainHttpServer server = new PlainHttpServer(answer)) {
            return Main.run("node", "check", "pi-1", "--server", server.url());
        }
    }

    /** One text for all answers: of the pinning and of the task, too. */
    private static String proposal(String knowledge) {
        return "{\"hostKey\":{\"type\":\"ssh-ed25519\",\"fingerprint\":\"SHA256:abc\",\"knowledge\":\"%s\"},".formatted(knowledge)
                + "\"fingerprint\":\"SHA256:abc\",\"diffText\":\"\","
                + "\"id\":\"1\",\"state\":\"DONE\",\"findings\":[" + finding("OK", "folders", "there", "") + "]}";
    }

    private static String finding(String verdict, String subject, String what, String wayOut) {
        return "{\"verdict\":\"%s\",\"subject\":\"%s\",\"what\":\"%s\",\"wayOut\":\"%s\"}".formatted(verdict, subject, what, wayOut);
    }
}
