package org.caravan.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.caravan.cli.Main;

/** Runs commands and keeps which exit code of which command was provoked, and which ended otherwise. */
final class ProvokedCodes implements AutoCloseable {

    private static final int SHOWN = 3_000;

    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final List<String> all = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> wrong = Collections.synchronizedMap(new LinkedHashMap<>());
    private final Path configuration;

    /** @param configuration folder for the login of commands in processes of their own */
    ProvokedCodes(Path configuration) {
        this.configuration = configuration;
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(System.out);
    }

    /** @param code as documented @param expected what it is here @param input standard input */
    void run(String command, String code, int expected, String input, List<String> words) {
        printed.reset();
        System.setIn(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)));
        note(command, code, expected, Main.run(words.toArray(String[]::new)), words + ":\n" + printed.toString(StandardCharsets.UTF_8));
    }

    /** In a process of its own, whose stored login is not that of the person who runs the tests. */
    void process(String command, String code, int expected, String input, List<String> words) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Server.command(Main.class, words.toArray(String[]::new))).redirectErrorStream(true);
        builder.environment().put("XDG_CONFIG_HOME", configuration.toString());
        Process process = builder.start();
        try (var stdin = process.getOutputStream()) {
            stdin.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        note(command, code, expected, process.waitFor(), words + ":\n" + text);
    }

    private void note(String command, String code, int expected, int got, String text) {
        all.add(command + " " + code);
        if (got != expected) {
            wrong.put(command + " " + code, got + " of " + text.substring(0, Math.min(text.length(), SHOWN)));
        }
    }

    boolean of(String command, String code) {
        return all.contains(command + " " + code);
    }

    List<String> all() {
        return List.copyOf(all);
    }

    Map<String, String> wrong() {
        return Map.copyOf(wrong);
    }

    @Override
    public void close() {
        System.setIn(in);
        System.setOut(out);
        System.setErr(err);
    }
}
