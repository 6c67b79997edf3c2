package org.caravan.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RulesCommandTest {

    private static final String OWN =
            "[{\"rule\":\"path-back\",\"ruleText\":\"It is planned with again.\",\"when\":\"When a probe run "
            + "ends.\",\"active\":false,\"settings\":"
            + "[{\"name\":\"caravan.probing.every\",\"value\":\"PT1M\",\"unit\":\"\",\"text\":\"Between two.\"}],\"decisions\":3,"
            + "\"lastDecision\":{\"number\":17,\"at\":\"2026-11-23T10:00:00.123Z\",\"address\":\"/api/v1/decisions?before=18&most=1\"}}]";
    private static final String WRITTEN =
            "[{\"name\":\"busy\",\"condition\":\"load > 80 %\",\"holdsSeconds\":120.0,\"pauseSeconds\":0.5,\"actions\":[\"scale out "
            + "web\",\"replan\"],"
            + "\"file\":\"shop.caravan\",\"line\":12,\"column\":8,\"honoured\":false,\"reasons\":[\"Rule busy is checked, but not yet "
                    + "honoured by adaptation.\"]}]";

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void theServersOwnHaveTheirSettingsAndTheirLastDecision() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(OWN)) {
            assertThat(Main.run("rules", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).containsExactly("/api/v1/rules");
        }
        assertThat(printed.text()).isEqualTo("path-back            off, 3 decisions, last 2026-11-23T10:00:00Z\n"
                + "    It is planned with again. When a probe run ends.\n    caravan.probing.every is PT1M\n");
    }

    @Test
    void thoseOfAModelSayWhereTheyStandAndThatNobodyHonoursThem() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(WRITTEN)) {
            assertThat(Main.run("rules", "shop", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).containsExactly("/api/v1/applications/shop/rules");
        }
        assertThat(printed.text())
                .isEqualTo("shop.caravan:12: busy (not honoured)\n    when load > 80 % for 120 s then scale out web, replan pause 0.5 s\n"
                + "    Rule busy is checked, but not yet honoured by adaptation.\n");
    }
}
