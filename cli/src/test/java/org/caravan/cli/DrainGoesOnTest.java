package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.cli.PlainHttpServer.Answer;
import org.caravan.cli.command.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static final String NO_PLACEMENT =
            "{\"id\":\"2\",\"outcome\":\"NO_PLACEMENT\",\"reasons\":[\"Instance (web:1) fits no host.\"]}";

    @RegisterExtension
    final Printed printed = new Printed();

    /** @param deployments how that of each application ends @param staying applications that are still on the node afterwards */
    private List<String> drained(int exitCode, Map<String, String> deployments, Set<String> staying) throws IOException {
        deployments.keySet().forEach(application -> assertThat(deployments.get(application)).isNotEqualTo(NO_PLACEMENT));
        return drained(exitCode, deployments, staying, deployments.keySet());
    }

    /** @param moved applications whose move is approved, and no other */
    private List<String> drained(int exitCode, Map<String, String> deployments, Set<String> staying, Set<String> moved, String... options)
            throws IOException {
        List<String> asked;
        try (PlainHttpServer server = new PlainHttpServer(new Node(deployments, staying)::answer)) {
            String[] words = Stream.concat(Stream.of("node", "drain", "rack-1", "--auto-approve", "--server", server.url()),
                    Stream.of(options)).toArray(String[]::new);
            assertThat(Main.run(words)).isEqualTo(exitCode);
            asked = server.asked();
        }
        deployments.keySet().forEach(application -> assertThat(asked.contains("/api/v1/applications/" + application + "/plans/p-"
                + application + "-0123456789/approval")).as("the move of " + application).isEqualTo(moved.contains(application)));
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
            if (request.endsWith("/plans") && end.equals(NO_PLACEMENT)) {
                return ok(NO_PLACEMENT);
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

    /** One application without another host held up the users of all others of a dead host. */
    @Test
    void oneWithoutAnotherHostHoldsUpTheOthersUnlessTheyAreToMove() throws IOException {
        Map<String, String> three = ending("a", DONE, "b", NO_PLACEMENT, "c", DONE);
        assertThat(drained(ExitCode.ERROR, three, Set.of("a", "b", "c"), Set.of())).contains(
                "rack-1 is unchanged: not every instance on it has another host.",
                "    Maybe move those that have one, and leave b: caravan node drain rack-1 --best-effort");
        assertThat(drained(ExitCode.ERROR, three, Set.of("b"), Set.of("a", "c"), "--best-effort")).contains(
                "rack-1 gets no new instances, but some have not left it:",
                "  b still has instances there: without rack-1 it has no placement.");
    }

    @Test
    void whereNoneHasAnotherHostNothingIsDrained() throws IOException {
        assertThat(drained(ExitCode.ERROR, ending("a", NO_PLACEMENT, "b", NO_PLACEMENT), Set.of("a", "b"), Set.of(), "--best-effort"))
                .contains("rack-1 is unchanged: not every instance on it has another host.").noneMatch(line -> line.contains("Maybe move"));
    }

    @ParameterizedTest
    @CsvSource({"FAILED,FAILED,DONE", "FAILED,UNDONE,FAILED", "REFUSED,FAILED,UNDONE", "UNDONE,DONE,FAILED", "DONE,DONE,REFUSED"})
    void everyOtherIsMovedWhateverFails(String first, String second, String third) throws IOException {
        Map<String, String> ends = Map.of("FAILED", FAILED, "UNDONE", UNDONE, "DONE", DONE, "REFUSED", REFUSED);
        List<String> lines = drained(first.equals("UNDONE") ? ExitCode.UNDONE : ExitCode.ERROR,
                ending("a", ends.get(first), "b", ends.get(second), "c", ends.get(third)), Set.of());
        assertThat(lines.stream().filter(line -> line.contains("its remains on the host must be cleaned up")).count())
                .isEqualTo(Stream.of(first, second, third).filter(end -> !end.equals("DONE")).count());
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
                "{\"drained\":true,\"applications\":[],\"instances\":[],\"keepingData\":[],\"unobserved\":[{\"hostId\":\"%s\","
                + "\"reason\":\"off\"}]}";
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
