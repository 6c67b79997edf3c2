package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

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
        assertThat(check("{\"id\":\"1\",\"state\":\"FAILED\",\"error\":\"It is off.\\nMaybe switch it on.\"}")).isEqualTo(ExitCode.ERROR);
        assertThat(printed.text()).contains("error: It is off. [node-task-failed]\n    Maybe switch it on.");
    }

    @Test
    void aMeasurementIsShownWithItsIntervalAndThePapersUnit() throws IOException {
        String task = "{\"id\":\"1\",\"state\":\"DONE\",\"findings\":[],\"capability\":{\"version\":2,\"measuredAt\":\"2026-11-21T22:00:00Z\",\"figures\":["
                + "{\"what\":\"cpu\",\"unit\":\"events/s\",\"mean\":2500.4,\"halfWidth95\":12.34,\"times\":5},"
                + "{\"what\":\"disk\",\"unit\":\"MiB/s\",\"mean\":2.534,\"halfWidth95\":0.041,\"times\":5}],\"watts\":{\"idle\":2.0,\"load\":4.4}}}";
        try (PlainHttpServer server = new PlainHttpServer(task)) {
            assertThat(Main.run("node", "measure", "pi-1", "--watts", "2..4.4", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(Main.run("node", "measure", "pi-1", "--watts", "much", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("2500 ± 12.3 events/s, 5 times (10,000 in 4.00 s)").contains("2.53 ± 0.04 MiB/s").contains("2.00..4.40 W")
                .contains("--watts (much) is not a range of watts. [watts-invalid]\n    Maybe write it like 2..4.4.");
    }

    @Test
    void aKeyThatNobodyComparedIsNotTrustedWithoutATerminal() throws IOException {
        String proposal = "{\"hostKey\":{\"type\":\"ssh-ed25519\",\"fingerprint\":\"SHA256:abc\",\"knowledge\":\"%s\"},\"diffText\":\"\"}";
        try (PlainHttpServer server = new PlainHttpServer(proposal.formatted("UNKNOWN"))) {
            assertThat(Main.run("node", "add", "pi-1", "--server", server.url())).isEqualTo(ExitCode.ERROR);
            assertThat(Main.run("node", "add", "pi-1", "--host-key", "SHA256:other", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        try (PlainHttpServer server = new PlainHttpServer(proposal.formatted("OTHER"))) {
            assertThat(Main.run("node", "add", "pi-1", "--accept-new-host-key", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("Maybe say that you have compared it: --host-key SHA256:abc").contains("not SHA256:other")
                .contains("another one is pinned");
    }

    @Test
    void whatKeepsDataStopsADrain() throws IOException {
        String drain = "{\"drained\":false,\"applications\":[\"shop\"],\"instances\":[\"shop db:1\"],\"keepingData\":[\"shop db:1\"]}";
        try (PlainHttpServer server = new PlainHttpServer(drain)) {
            assertThat(Main.run("node", "drain", "pi-1", "--auto-approve", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).contains("pi-1 cannot be drained:\n  shop db:1 keeps its data there");
    }

    private int check(String... findings) throws IOException {
        String answer = findings.length == 1 && findings[0].contains("FAILED") ? findings[0]
                : "{\"id\":\"1\",\"state\":\"UNFIT\",\"findings\":[" + String.join(",", findings) + "]}";
        try (PlainHttpServer server = new PlainHttpServer(answer)) {
            return Main.run("node", "check", "pi-1", "--server", server.url());
        }
    }

    private static String finding(String verdict, String subject, String what, String wayOut) {
        return "{\"verdict\":\"%s\",\"subject\":\"%s\",\"what\":\"%s\",\"wayOut\":\"%s\"}".formatted(verdict, subject, what, wayOut);
    }
}
