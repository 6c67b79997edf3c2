package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.caravan.cli.PlainHttpServer.Answer;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A drain moves every application that can move, whatever becomes of the others, and says at its end what was left. */
class DrainGoesOnTest {

    private static final String DONE = "{\"id\":\"1\",\"state\":\"DONE\",\"steps\":[]}";
    private static final String FAILED =
            "{\"id\":\"1\",\"state\":\"FAILED\",\"steps\":[],\"error\":\"DESTROY web:1 on rack-1 failed: it does not answer.\\nMaybe "
            + "bring it back.\"}";
    private static final String UNDONE = "{\"id\":\"1\",\"state\":\"UNDONE\",\"steps\":[],\"error\":\"api:1 was not ready within 120 s.\"}";
    private static final String REFUSED =
            "{\"code\":\"image-missing\",\"title\":\"Conflict\",\"status\":409,\"detail\":\"The image (x) is not "
            + "there.\",\"suggestion\":\"bring it.\"}";

    @RegisterExtension
    final Printed printed = new Printed();

    /** @param deployments how that of each application ends @param staying applications that are still on the node afterwards */
    private List<String> drained(int exitCode, Map<String, String> deployments, Set<String> staying) throws IOException {
        List<String> asked;
        try (PlainHttpServer server = new PlainHttpServer(new Node(deployments, staying)::answer)) {
            assertThat(Main.run("node", "drain", "rack-1", "--auto-approve", "--server", server.url())).isEqualTo(exitCode);
            asked = server.asked();
        }
        deployments.keySet().forEach(application -> assertThat(asked).as("the move of each is approved")
                .anyMatch(path -> path.equals("/api/v1/applications/" + application + "/plans/p-" + application
                + "-0123456789/approval")));
        return printed.text().lines().toList();
    }

    private record Node(Map<String, String> deployments, Set<String> staying, boolean[] drained) {

        Node(Map<String, String> deployments, Set<String> staying) {
            this(deployments, staying, new boolean[1]);
        }

        Answer answer(String request) {
            if (request.equals("PUT /api/v1/nodes/rack-1/drain")) {
                drained[0] = true;
            }
            if (request.endsWith("/nodes/rack-1/drain")) {
                Set<String> there = drained[0] ? staying : deployments.keySet();
                return ok("{\"drained\":" + drained[0] + ",\"applications\":["
                        + String.join(",", there.stream().map(name -> '"' + name + '"').toList())
                        + "],\"instances\":[],\"keepingData\":[]}");
            }
            if (!request.contains("/applications/")) {
                return ok("{}"); // of the server's health
            }
            String application = request.split("/")[4];
            String end = deployments.get(application);
            if (request.endsWith("/approval")) {
                return end.equals(REFUSED) ? new Answer(409, REFUSED) : new Answer(202, "{\"deploymentId\":\"1\"}");
            }
            return request.endsWith("/plans") ? ok("{\"id\":\"p-" + application
                    + "-0123456789\",\"outcome\":\"PLANNED\",\"changes\":true,\"diffText\":\"" + application + "\"}") : ok(end);
        }

        private static Answer ok(String body) {
            return new Answer(200, body);
        }
    }

    private static Map<String, String> ending(String... pairs) {
        Map<String, String> ends = new TreeMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            ends.put(pairs[i], pairs[i + 1]);
        }
        return ends;
    }

    @Test
    void theSecondIsMovedAlthoughTheFirstCannotBeCleanedUp() throws IOException {
        assertThat(drained(ExitCode.ERROR, ending("one", FAILED, "two", DONE), Set.of()))
                .contains("rack-1 gets no new instances, but some have not left it:",
                        "  one runs on other hosts; its remains on the host must be cleaned up: DESTROY web:1 on rack-1 failed: it does "
                                + "not answer.")
                .noneMatch(line -> line.startsWith("  two "));
        assertThat(printed.text()).contains("    Maybe repeat this command when rack-1 answers")
                .contains("caravan node remove rack-1 --force");
    }

    @Test
    void allThatIsLeftIsSaid() throws IOException {
        List<String> lines = drained(ExitCode.ERROR, ending("a", FAILED, "b", UNDONE, "c", DONE, "d", REFUSED), Set.of("b", "d"));
        assertThat(lines.stream().filter(line -> line.startsWith("  a ") || line.startsWith("  b ") || line.startsWith("  c ")
                || line.startsWith("  d "))).containsExactly(
                "  a runs on other hosts; its remains on the host must be cleaned up: DESTROY web:1 on rack-1 failed: it does not answer.",
                "  b still has instances there: api:1 was not ready within 120 s.",
                "  d still has instances there: The image (x) is not there.");
    }

    @Test
    void aMoveThatWasUndoneAloneKeepsItsExitCode() throws IOException {
        drained(ExitCode.UNDONE, ending("b", UNDONE, "c", DONE), Set.of("b"));
    }

    @Test
    void aRefusalOfTheFirstDoesNotHoldUpTheSecond() throws IOException {
        drained(ExitCode.ERROR, ending("a", REFUSED, "c", DONE), Set.of("a"));
    }

    @Test
    void allMovedIsDrained() throws IOException {
        assertThat(drained(ExitCode.DONE, ending("one", DONE, "two", DONE), Set.of()))
                .contains("rack-1 is drained: nothing runs on it, and plans place nothing on it.");
    }

    /** A second drain of a dead host ended with 0 and said that nothing runs there. */
    @Test
    void whatRunsOnANodeThatWasNotObservedIsNotKnown() throws IOException {
        String answer =
                "{\"drained\":true,\"applications\":[],\"instances\":[],\"keepingData\":[],\"unobserved\":[{\"hostId\":\"%s\",\"reason\":\"off\"}]}";
        for (Map.Entry<String, Integer> one : Map.of("rack-1", ExitCode.ERROR, "rack-2", ExitCode.DONE).entrySet()) {
            try (PlainHttpServer server = new PlainHttpServer(answer.formatted(one.getKey()))) {
                assertThat(Main.run("node", "drain", "rack-1", "--auto-approve", "--server", server.url())).isEqualTo(one.getValue());
            }
        }
        assertThat(printed.text())
                .contains(
                "But it could not be observed: remains of instances must be cleaned up.\n    Maybe repeat this command when rack-1")
                .contains("rack-1 is drained: nothing runs on it");
    }
}
