package org.caravan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.caravan.cli.command.ExitCode;
import org.caravan.cli.output.TextStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands that there are, found by walking the command line itself: what each ends with, and that no text of a server controls the
 * terminal.
 */
class EveryCommandTest {

    /**
     * Escape sequences (ISO 6429), C1 controls, a title, a link, backspaces and bidirectional overrides, as a copy, a node, a model or
     * another user may write them.
     */
    private static final String HOSTILE = "\u001b[2J\u001b]0;owned\u0007\u009b31m\b\b\u202Eevil\u2066\r\u0085\u2028x\u001bP\u0000";
    private static final String JSON_HOSTILE = HOSTILE.chars().collect(StringBuilder::new, (all, c) -> all.append("\\u%04x".formatted(c)),
            StringBuilder::append).toString();
    /** A command that waits is answered so often, and then refused. */
    private static final int PATIENCE = 6;
    private static final Set<Integer> DOCUMENTED = Set.of(ExitCode.DONE, ExitCode.ERROR, ExitCode.CHANGES_PENDING, ExitCode.UNDONE,
            ExitCode.UNOBSERVED);

    @TempDir
    Path folder;

    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final InputStream in = System.in;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeEach
    void listen() throws IOException {
        TextStream both = new TextStream(printed, true);
        System.setOut(both);
        System.setErr(both);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Files.writeString(folder.resolve("shop.caravan"), "// " + HOSTILE.replace("\u0000", "")
                + "\napplication shop { component web { image \"" + HOSTILE.replace("\r", "") + "\" } }\n");
    }

    @AfterEach
    void restore() {
        System.setOut(out);
        System.setErr(err);
        System.setIn(in);
    }

    private static List<CommandSpec> leaves() {
        List<CommandSpec> found = new ArrayList<>();
        collect(Main.line(), found);
        return found;
    }

    private static void collect(CommandLine command, List<CommandSpec> found) {
        if (command.getSubcommands().isEmpty() || command.getCommandSpec().userObject() instanceof Runnable
                || command.getCommandSpec().userObject() instanceof java.util.concurrent.Callable) {
            found.add(command.getCommandSpec());
        }
        command.getSubcommands().values().forEach(each -> collect(each, found));
    }

    /** Words that a person could write for what the command needs. */
    private List<String> words(CommandSpec command) {
        List<String> words = new ArrayList<>(List.of(command.qualifiedName(" ").split(" ")));
        words.remove(0);
        command.options().stream().filter(option -> option.required())
                .forEach(option -> words.addAll(List.of(option.longestName(), sample(option))));
        command.positionalParameters().stream().filter(each -> each.arity().min() > 0 || each.index().min() == 0
                && !each.paramLabel().contains("FILE")).forEach(each -> words.add(sample(each)));
        return words;
    }

    private String sample(ArgSpec argument) {
        String label = argument.paramLabel().toUpperCase(java.util.Locale.ROOT);
        return label.contains("FILE") || label.contains("FOLDER") ? folder.resolve("shop.caravan").toString()
                : Map.of("INSTANCE", "web:1", "ROLE", "viewer", "SHELL", "bash", "ADDRESS", "198.51.100.7", "PORT", "22", "N", "1",
                        "NUMBER", "1", "DEPLOYMENT", "1").getOrDefault(label, "shop");
    }

    private static boolean asksAServer(CommandSpec command) {
        return command.findOption("--server") != null;
    }

    @Test
    void anUnknownOptionIsAWrongCommandLineOfEachCommand() {
        List<CommandSpec> all = leaves();
        assertThat(all).hasSizeGreaterThan(50);
        Map<String, Integer> ends = new TreeMap<>();
        all.stream().filter(command -> !command.name().equals("exec")).forEach(command -> {
            List<String> words = new ArrayList<>(words(command));
            words.add("--no-such-option");
            ends.put(command.qualifiedName(), Main.run(words.toArray(String[]::new)));
        });
        ends.values().removeIf(code -> code == ExitCode.USAGE);
        assertThat(ends).as("other codes than 64").isEmpty();
    }

    @Test
    void aRefusalOfTheServerIsAnErrorOfEachCommandThatAsksOne() throws IOException {
        String refusal = "{\"status\":403,\"title\":\"x\",\"code\":\"not-allowed\",\"detail\":\"no " + JSON_HOSTILE
                + "\",\"suggestion\":\"ask " + JSON_HOSTILE + "\"}";
        Map<String, Integer> ends = run(refusal, 0);
        assertThat(ends).hasSizeGreaterThan(40);
        ends.values().removeIf(code -> code == ExitCode.ERROR || code == ExitCode.USAGE);
        assertThat(ends).as("other codes than 1, and 64 of those that miss an option").isEmpty();
        assertNothingControlsTheTerminal();
    }

    /** All names that answers have with a hostile text in each, alone and in a list; and a document of the wrong kind. */
    @ParameterizedTest
    @ValueSource(strings = {"RECORD", "[RECORD,RECORD]", "{\"HOSTILE\":{\"HOSTILE\":\"HOSTILE\"}}"})
    void noAnswerControlsTheTerminalOrEndsOtherwiseThanDocumented(String answer) throws IOException {
        StringBuilder record = new StringBuilder("{\"state\":\"DONE\",\"status\":\"HOSTILE\",\"simulated\":false");
        for (String name : List.of("id", "name", "application", "applicationId", "hostId", "siteId", "component", "instance", "text",
                "message", "error", "detail", "kind", "role", "reason", "secret",
                "image", "digest", "planId", "token", "tokenId", "request", "address", "summary", "explanation", "line", "at", "from",
                "to", "organisation", "endpoint", "command", "suggestion", "way")) {
            record.append(",\"").append(name).append("\":\"HOSTILE\"");
        }
        for (String name : List.of("instances", "hosts", "findings", "steps", "lines", "files", "paths", "reasons", "warnings", "cases",
                "rules", "layers", "messages", "diagnostics")) {
            record.append(",\"").append(name).append(
                    "\":[{\"id\":\"HOSTILE\",\"name\":\"HOSTILE\",\"text\":\"HOSTILE\",\"message\":\"HOSTILE\",\"hostId\":\"HOSTILE\","
                    + "\"instance\":\"HOSTILE\"}]");
        }
        String body = answer.replace("RECORD", record.append("}")).replace("HOSTILE", JSON_HOSTILE);
        Map<String, Integer> ends = run(body, PATIENCE);
        ends.values().removeIf(code -> DOCUMENTED.contains(code) || code == ExitCode.USAGE);
        assertThat(ends).isEmpty();
        assertNothingControlsTheTerminal();
    }

    private void assertNothingControlsTheTerminal() {
        String text = printed.toString(StandardCharsets.UTF_8);
        assertThat(text.codePoints().filter(c -> c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 || c == 0x2028 || c >= 0x202a
                && c <= 0x202e || c >= 0x2066 && c <= 0x2069)
                .mapToObj(Integer::toHexString).distinct()).as("control characters on the terminal").isEmpty();
        assertThat(text).doesNotContain("\tat org.caravan");
    }

    private Map<String, Integer> run(String body, int patience) throws IOException {
        AtomicInteger asked = new AtomicInteger();
        byte[] answer = body.getBytes(StandardCharsets.UTF_8);
        byte[] refusal = "{\"status\":403,\"title\":\"x\",\"code\":\"not-allowed\",\"detail\":\"no\",\"suggestion\":\"ask\"}".getBytes(
                StandardCharsets.UTF_8);
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            boolean refuses = asked.incrementAndGet() > patience;
            byte[] said = refuses && patience > 0 ? refusal : answer;
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().add("Content-Type", refuses ? "application/problem+json" : "application/json");
            exchange.sendResponseHeaders(refuses ? 403 : 200, said.length);
            exchange.getResponseBody().write(said);
            exchange.close();
        });
        server.start();
        try {
            Map<String, Integer> ends = new TreeMap<>();
            leaves().stream().filter(EveryCommandTest::asksAServer).forEach(command -> {
                asked.set(0);
                // What a chart is drawn into is named, or it would be a file where the tests run.
                List<String> file = command.findOption("--out") == null ? List.of() : List.of("--out", folder.resolve("out").toString());
                List<String> words = Stream.concat(Stream.concat(words(command).stream(), file.stream()),
                        Stream.of("--server", "http://127.0.0.1:" + server.getAddress().getPort())).toList();
                ends.put(command.qualifiedName(), Main.run(words.toArray(String[]::new)));
            });
            return ends;
        } finally {
            server.stop(0);
        }
    }
}
