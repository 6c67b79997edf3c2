package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether what was asked for came about is the exit code; how, is on the screen. */
class CancelCommandTest {

    private static final String CANCELLED =
            "{\"id\":\"4\",\"state\":\"%s\",%s\"cancelledBy\":\"ana\",\"error\":\"It was cancelled by ana.\\nMaybe resume it.\",\"steps\":"
            + "[{\"attempt\":1,\"number\":1,\"state\":\"SKIPPED\",\"text\":\"[] -> #1 CREATE web:1@2 on pi-1, is new\"}]}";

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void heldIsWhatWasAskedFor() throws IOException {
        assertThat(cancel("FAILED", "")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("SKIPPED [] -> #1 CREATE")
                .contains("Deployment 4 was cancelled; completed steps are kept and it can be resumed.")
                .contains("  It was cancelled by ana.\n    Maybe resume it: caravan resume shop; or roll back: caravan rollback shop");
    }

    @Test
    void soIsWhatWentBack() throws IOException {
        assertThat(cancel("UNDONE", "\"undoPlanId\":\"ab\",")).isEqualTo(ExitCode.DONE);
        assertThat(printed.text()).contains("Deployment 4 was cancelled and was undone; shop is as it was before.");
    }

    @Test
    void aWayBackThatFailedIsNot() throws IOException {
        assertThat(cancel("FAILED", "\"undoPlanId\":\"ab\",")).isEqualTo(ExitCode.ERROR);
    }

    private static int cancel(String state, String more) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(String.format(CANCELLED, state, more))) {
            int exitCode = Main.run("cancel", "shop", "4", "--server", server.url());
            assertThat(server.asked()).first().isEqualTo("/api/v1/applications/shop/deployments/4");
            return exitCode;
        }
    }
}
