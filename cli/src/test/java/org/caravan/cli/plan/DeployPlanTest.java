package org.caravan.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A plan that waits for approval, instead of a new one. */
class DeployPlanTest {

    /** The plan and its deployment in one, as the server here answers everything alike. */
    private static final String PLAN = "{\"application\":\"shop\",\"id\":\"0123456789abcdef\",\"outcome\":\"PLANNED\",\"generation\":2,"
            + "\"changes\":true,\"diffText\":\"+ web:2\",\"deploymentId\":\"7\"}";

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void thePlanIsShownAndApprovedByItsFullId() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(PLAN)) {
            assertThat(Main.run("deploy", "shop", "--plan", "012345", "--auto-approve", "--no-wait", "--server", server.url()))
                    .isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).containsSubsequence("/api/v1/applications/shop/plans/012345",
                    "/api/v1/applications/shop/plans/0123456789abcdef/approval");
            assertThat(printed.text()).contains("Changes of plan 0123456789ab (generation 2)", "+ web:2",
                    "Deployment 7 of shop has started.");
        }
    }

    @Test
    void withoutConsentNothingIsDeployed() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(PLAN)) {
            assertThat(Main.run("deploy", "shop", "--plan", "012345", "--server", server.url())).isEqualTo(ExitCode.CHANGES_PENDING);
            assertThat(server.asked()).contains("/api/v1/applications/shop/plans/012345").noneMatch(path -> path.endsWith("/approval"));
        }
    }

    @Test
    void aPlanThatIsOutdatedIsNotReplacedByAnother() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(409,
                "{\"detail\":\"Plan (0123) needs what was taken.\",\"code\":\"resource-taken\",\"suggestion\":\"plan again.\"}")) {
            assertThat(Main.run("deploy", "shop", "--plan", "012345", "--auto-approve", "--server", server.url()))
                    .isEqualTo(ExitCode.ERROR);
            assertThat(server.asked()).hasSize(1);
            assertThat(printed.text()).contains("needs what was taken").contains("Maybe plan again.");
        }
    }

    @Test
    void filesOfAModelAreNotSubmittedWithIt(@TempDir Path folder) throws IOException {
        Path model = Files.writeString(folder.resolve("shop.caravan"), "application shop {}");
        try (PlainHttpServer server = new PlainHttpServer(PLAN)) {
            assertThat(Main.run("deploy", model.toString(), "--plan", "012345", "--server", server.url())).isEqualTo(ExitCode.USAGE);
            assertThat(server.asked()).isEmpty();
            assertThat(printed.text()).contains("Maybe give the name of the application in their place.");
        }
    }
}
