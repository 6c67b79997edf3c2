package org.caravan.cli.application;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.caravan.cli.Main;
import org.caravan.cli.PlainHttpServer;
import org.caravan.cli.PlainHttpServer.Answer;
import org.caravan.cli.Printed;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DecisionsCommandTest {

    private static final String DECISIONS = "[{\"number\":18,\"at\":\"2026-11-25T10:00:09.5Z\",\"rule\":\"host-lost\","
            + "\"application\":\"shop\",\"cause\":\"pi-1 does not answer.\","
            + "\"figures\":[{\"name\":\"silence\",\"value\":9.0,\"unit\":\"s\"},{\"name\":\"looks without "
                    + "answer\",\"value\":4.0,\"unit\":\"\"}],"
            + "\"outcome\":\"Deployment 4 is done.\",\"action\":{\"kind\":\"replace\",\"state\":\"DONE\",\"approvedBy\":\"rule "
                    + "host-lost\",\"diffText\":\"± web:1  pi-1 -> pi-2\\n\"}},"
            + "{\"number\":17,\"at\":\"2026-11-25T10:00:00Z\",\"rule\":\"images-collected\",\"cause\":\"Nothing uses "
                    + "them.\",\"figures\":[],\"outcome\":\"They are deleted.\"}]";

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void decisionsAreListedOldestFirstWithFiguresAndApproval() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer(DECISIONS)) {
            assertThat(Main.run("decisions", "shop", "--rule", "host-lost", "--diff", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).containsExactly("/api/v1/decisions?application=shop&rule=host-lost&most=20");
        }
        assertThat(printed.text()).isEqualTo("17  2026-11-25T10:00:00Z  images-collected\n    Nothing uses them.\n    They are deleted.\n"
                + "18  2026-11-25T10:00:09Z  host-lost  shop  done\n    pi-1 does not answer.\n    silence 9 s, looks without answer 4\n"
                + "    Deployment 4 is done. Approved by rule host-lost.\n    ± web:1  pi-1 -> pi-2\n");
    }

    /** Ends as by Ctrl+C, between two requests. */
    @Test
    void newDecisionsAndNewStatesAreFollowedUntilItIsInterrupted() throws IOException {
        Thread command = Thread.currentThread();
        AtomicInteger answers = new AtomicInteger();
        try (PlainHttpServer server = new PlainHttpServer(request -> new Answer(200, answers.incrementAndGet() < 3
                ? "[" + decision(17, "It plans.") + "]"
                : "[" + decision(18, "Plan a1b2 waits.") + "," + decision(17, "Deployment 4 is done.") + "]"))) {
            new Thread(() -> {
                while (!printed.text().contains("a1b2") || !sleeps(command)) {
                    Thread.onSpinWait();
                }
                command.interrupt();
            }).start();
            int code = Main.run("decisions", "shop", "--follow", "--server", server.url());
            assertThat(Thread.interrupted()).isTrue();
            assertThat(code).isEqualTo(ExitCode.DONE);
            assertThat(server.asked().get(0)).isEqualTo("/api/v1/decisions?application=shop&most=20");
            assertThat(server.asked()).filteredOn("/api/v1/decisions?application=shop&most=100"::equals).hasSizeGreaterThanOrEqualTo(2);
        }
        assertThat(printed.text().lines().filter(line -> line.startsWith("    ") && !line.contains("does not"))).containsExactly(
                "    It plans.", "    Deployment 4 is done.", "    Plan a1b2 waits.");
    }

    private static boolean sleeps(Thread thread) {
        return Arrays.stream(thread.getStackTrace()).anyMatch(frame -> frame.getMethodName().equals("sleep"));
    }

    private static String decision(int number, String outcome) {
        return "{\"number\":" + number + ",\"at\":\"2026-11-25T10:00:09Z\",\"rule\":\"host-lost\",\"application\":\"shop\","
                + "\"cause\":\"pi-1 does not answer.\",\"figures\":[],\"outcome\":\"" + outcome + "\"}";
    }

    @Test
    void aFreezeSaysHowItEnds() throws IOException {
        try (PlainHttpServer server = new PlainHttpServer("{\"actions\":[],"
                + "\"freeze\":{\"since\":\"2026-11-25T10:00:00Z\",\"by\":\"ann\",\"reason\":\"fair\"}}")) {
            assertThat(Main.run("freeze", "shop", "--reason", "fair", "--server", server.url())).isEqualTo(ExitCode.DONE);
            assertThat(server.asked()).containsExactly("/api/v1/applications/shop/freeze");
        }
        assertThat(printed.text()).isEqualTo("shop is frozen since 2026-11-25T10:00:00Z by ann\n  to end that: caravan unfreeze shop\n");
    }
}
