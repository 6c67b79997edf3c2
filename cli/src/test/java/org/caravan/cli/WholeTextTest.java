package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that print lists and tables, into a pipe: moments to the second, and no name is cut. */
class WholeTextTest {

    private static final String LONG = "a-name-that-no-table-has-room-for-" + "x".repeat(150);
    private static final String FINE = "2026-11-25T02:14:06.183061655Z";
    private static final List<String> NAMES = List.of("name", "id", "hostId", "siteId", "machineId", "application", "componentId",
            "instance", "copy", "text", "detail", "what", "reason",
            "request", "actor", "role", "organisation", "host", "from", "to", "url", "address", "kind", "state", "version", "digest",
            "series", "metric", "subject", "code", "message", "title", "error");
    private static final List<String> MOMENTS = List.of("at", "madeAt", "setAt", "usedAt", "expiresAt", "revokedAt", "allowedAt",
            "visitedAt", "measuredAt", "startedAt", "endedAt", "createdAt", "approvedAt", "plannedAt",
            "deployedAt", "since", "seenAt", "beganAt", "begunAt", "observedAt", "takenAt", "importedAt", "addedAt", "lastSeen");

    static final List<String> LISTS = List.of("nodes", "plans --application shop", "deployments --application shop", "secret list",
            "token list", "organisation list", "endpoint list", "audit", "image list",
            "status", "rules", "rules shop", "metrics", "network", "orphans", "node lookouts", "network silent", "probe list",
            "image transfers");

    @RegisterExtension
    private final Printed printed = new Printed();

    @Test
    void namesAreWholeAndMomentsToTheSecond() throws IOException {
        List<String> withNames = new ArrayList<>();
        List<String> withMoments = new ArrayList<>();
        for (String words : LISTS) {
            int before = printed.text().length();
            try (PlainHttpServer server = new PlainHttpServer("[" + document() + "]")) {
                Main.run((words + " --server " + server.url()).split(" "));
            }
            String text = printed.text().substring(before);
            assertThat(text).as(words).doesNotContain(FINE, ".183");
            if (text.contains(LONG.substring(0, 30))) {
                assertThat(text).as(words).contains(LONG);
                withNames.add(words);
            }
            if (text.contains("2026-11-25T02:14:06Z")) {
                withMoments.add(words);
            }
        }
        assertThat(withNames).hasSizeGreaterThanOrEqualTo(6);
        assertThat(withMoments).hasSizeGreaterThanOrEqualTo(4);
    }

    /** Programs get every digit. */
    @ParameterizedTest
    @ValueSource(strings = {"token list", "secret list", "nodes"})
    void jsonIsAsTheServerWroteIt(String words) throws IOException {
        try (PlainHttpServer server = new PlainHttpServer("[" + document() + "]")) {
            assertThat(Main.run((words + " --json --server " + server.url()).split(" "))).isEqualTo(ExitCode.DONE);
        }
        assertThat(printed.text()).contains(FINE);
    }

    private static String document() {
        StringBuilder members = new StringBuilder();
        NAMES.forEach(name -> members.append(",\"").append(name).append("\":\"")
                .append(name.equals("digest") ? "sha256-" + "0".repeat(64) : LONG).append('"'));
        MOMENTS.forEach(moment -> members.append(",\"").append(moment).append("\":\"").append(FINE).append('"'));
        return "{" + members.substring(1) + "}";
    }
}
