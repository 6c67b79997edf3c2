package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The chain of causes of a placement, back to a person. */
class WhyCommandTest {

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void eachMoveIsExplainedBackToThePlanOfAPerson() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(request -> new PlainHttpServer.Answer(200,
                switch (request.replaceFirst("GET ", "")) {
            case "/api/v1/decisions" -> "[{\"number\":8,\"rule\":\"host-lost\",\"cause\":\"pi-1 does not answer.\",\"figures\":["
                    + "{\"name\":\"silence\",\"value\":7.1,\"unit\":\"s\"}],\"action\":{\"planId\":\"p3\","
                    + "\"approvedBy\":\"rule host-lost\"}}]";
            case "/api/v1/applications/shop/targets" -> "[" + String.join(",", target(3, "p3", 4), target(2, "p2", 2),
                    target(1, "p1", 1)) + "]";
            case "/api/v1/applications/shop/plans/p3" -> plan("pi-2");
            case "/api/v1/applications/shop/plans/p2" -> plan("pi-1");
            case "/api/v1/applications/shop/plans/p1" -> plan("pi-1");
            default -> "{}";
        }))) {
            assertThat(Main.run("why", "shop/web:1", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(Main.run("why", "shop/db:1", "--server", server.url())).isEqualTo(ExitCode.ERROR);
        }
        assertThat(printed.text()).startsWith("web:1 of shop was placed on pi-2. Newest cause first:\n"
                + "  2026-11-25T10:00:03Z  moved from pi-1 to pi-2 by generation 3, deployment 4, approved by rule host-lost\n"
                + "      decision 8 of rule host-lost: pi-1 does not answer.\n      silence 7.1 s\n"
                + "  2026-11-25T10:00:01Z  placed on pi-1 by generation 1, deployment 1, approved by a person; model submitted by ann\n");
    }

    /** A busy application: the decision of an old move is behind a page of newer ones. */
    @Test
    void aDecisionOfALaterPageIsFound() throws IOException {
        int[] page = {0};
        try (PlainHttpServer server = new PlainHttpServer(request -> switch (request.replaceFirst("GET ", "")) {
            case "/api/v1/decisions" -> page[0]++ == 0
                    ? new PlainHttpServer.Answer(200, "[{\"number\":9,\"rule\":\"replan\",\"action\":{\"planId\":\"p9\"}}]",
                            "</api/v1/decisions?before=9>; rel=\"next\"")
                    : new PlainHttpServer.Answer(200,
                            "[{\"number\":8,\"rule\":\"host-lost\",\"cause\":\"pi-1 does not answer.\",\"figures\":[],"
                            + "\"action\":{\"planId\":\"p1\",\"approvedBy\":\"rule host-lost\"}}]");
            case "/api/v1/applications/shop/targets" -> new PlainHttpServer.Answer(200, "[" + target(1, "p1", 1) + "]");
            default -> new PlainHttpServer.Answer(200, plan("pi-1"));
        })) {
            assertThat(Main.run("why", "shop/web:1", "--server", server.url())).isEqualTo(ExitCode.DONE);
        }
        assertThat(printed.text()).contains("decision 8 of rule host-lost: pi-1 does not answer.");
    }

    private static String target(int generation, String plan, int deployment) {
        return "{\"planId\":\"" + plan + "\",\"generation\":" + generation + ",\"since\":\"2026-11-25T10:00:0" + generation
                + "Z\",\"deploymentId\":\"" + deployment + "\",\"phase\":\"DEPLOY\"}";
    }

    private static String plan(String host) {
        return "{\"handedOverBy\":\"ann\",\"placement\":{\"instances\":[{\"instance\":\"web:1\",\"hostId\":\"" + host + "\"}]}}";
    }
}
