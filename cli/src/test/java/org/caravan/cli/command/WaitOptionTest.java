package org.caravan.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Each of these answers is the planning, its plan, the approval and the deployment in one, as the server here answers everything alike. */
class WaitOptionTest {

    private static final String BEGUN =
            "{\"id\":\"0123456789abcdef\",\"state\":\"DONE\",\"planId\":\"0123456789abcdef\",\"outcome\":\"PLANNED\",\"changes\":true,"
            + "\"reportText\":\"\",\"diffText\":\"+ web:1\",\"stepsText\":\"\",\"deploymentId\":\"42\",\"steps\":[]}";

    @RegisterExtension
    private final Printed printed = new Printed();

    private static List<String> asked(String... words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(BEGUN)) {
            assertThat(Main.run(Stream.concat(Stream.of(words), Stream.of("--application", "shop", "--server", server.url()))
                    .toArray(String[]::new))).isEqualTo(ExitCode.DONE);
            return server.asked();
        }
    }

    @Test
    void deployWaitsUnlessItIsTold() throws IOException {
        assertThat(asked("deploy", "--auto-approve")).contains("/api/v1/applications/shop/deployments/42");
        assertThat(asked("deploy", "--auto-approve", "--wait")).contains("/api/v1/applications/shop/deployments/42");
        assertThat(printed.text()).contains("is done.").doesNotContain("has started");
    }

    @Test
    void whoDoesNotWaitIsToldHowToFollow() throws IOException {
        assertThat(asked("deploy", "--auto-approve", "--no-wait")).contains("/api/v1/applications/shop/plans/0123456789abcdef/approval")
                .doesNotContain("/api/v1/applications/shop/deployments/42");
        assertThat(printed.text()).contains("Deployment 42 of shop has started.\n    Follow it with: caravan deployments shop --follow")
                .doesNotContain("is done");
    }

    @Test
    void programsAreToldTheId() throws IOException {
        asked("deploy", "--auto-approve", "--no-wait", "--json");
        assertThat(printed.text()).contains("\"deploymentId\" : \"42\"");
    }

    @Test
    void theLatestOneIsFollowedToItsEnd() throws IOException {
        assertThat(asked("deployments", "--follow")).startsWith("/api/v1/applications/shop/deployments/latest");
        assertThat(printed.text()).contains("Deployment 0123456789abcdef is done.");
    }

    @Test
    void helpAndCompletionKnowBothWords() {
        Main.run("deploy", "--help");
        Main.run("completion", "fish");
        assertThat(printed.text()).contains("--[no-]wait", "-l wait -l no-wait");
    }
}
