package org.caravan.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.stream.Stream;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PlanRejectCommandTest {

    /** The plan and its rejection in one, as the server here answers everything alike. */
    private static final String ANSWER =
            "{\"id\":\"0123456789abcdef\",\"name\":\"ana\",\"tokenId\":\"local\",\"at\":\"2026-11-23T10:00:00Z\",\"reason\":\"not before "
            + "the fair\"}";

    @RegisterExtension
    private final Printed printed = new Printed();

    private static int reject(PlainHttpServer server, String... more) {
        return Main.run(Stream.concat(Stream.of("plan", "reject"), Stream.concat(Stream.of(more), Stream.of("--server", server.url())))
                .toArray(String[]::new));
    }

    @Test
    void thePlanThatIsShownIsRejectedWithItsReason() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(ANSWER)) {
            assertThat(reject(server, "shop", "--reason", "not before the fair")).isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).contains("/api/v1/applications/shop/plans/latest",
                    "/api/v1/applications/shop/plans/0123456789abcdef/rejection");
            assertThat(server.bodies()).contains("{\"reason\":\"not before the fair\"}");
            assertThat(printed.text())
                    .endsWith(
                    "plan 0123456789ab of shop is rejected: not before the fair\n  to withdraw the rejection: caravan plan reject shop "
                    + "--undo --plan 0123456789abcdef\n");
        }
    }

    @Test
    void itIsTakenBackWithoutAReason() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(ANSWER)) {
            assertThat(reject(server, "shop", "--undo", "--plan", "0123")).isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).contains("/api/v1/applications/shop/plans/0123");
            assertThat(printed.text()).endsWith("plan 0123456789ab of shop can be approved again\n");
            assertThat(reject(server, "shop", "--undo", "--reason", "why")).isEqualTo(ExitCode.USAGE);
            assertThat(reject(server, "--reason", "why")).as("never guessed").isEqualTo(ExitCode.USAGE);
        }
    }

    @Test
    void oneThatCannotBeApprovedAnywayIsAnError() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(409,
                "{\"detail\":\"Plan (0123) was approved already.\",\"code\":\"outdated-plan\","
                + "\"suggestion\":\"look at the latest plan.\"}")) {
            assertThat(reject(server, "shop")).isEqualTo(ExitCode.ERROR);
            assertThat(printed.text()).contains("was approved already").contains("Maybe look at the latest plan.");
        }
    }

    @Test
    void asJsonItIsWhatTheServerKept() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(ANSWER)) {
            assertThat(reject(server, "shop", "--json")).isEqualTo(ExitCode.DONE);
            assertThat(server.bodies()).contains("{}");
            assertThat(printed.text()).contains("\"tokenId\"").doesNotContain("is rejected");
        }
    }
}
