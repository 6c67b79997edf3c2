package org.caravan.cli;

import java.util.concurrent.Callable;
import org.caravan.client.Api;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** What all commands that ask the server share. */
abstract class ServerCommand implements Callable<Integer> {

    @Mixin
    private Connection connection;

    private Terminal terminal;

    @Override
    public final Integer call() {
        terminal = new Terminal();
        Api api = connection.api();
        int exitCode = run(api);
        afterwards(api);
        return exitCode;
    }

    /** Does the work and returns the exit code. */
    abstract int run(Api api);

    /** What is said below the answer. */
    void afterwards(Api api) {}

    final Terminal terminal() {
        return terminal;
    }

    final boolean json() {
        return connection.json();
    }

    /** For a list without anything in it, which would else print nothing. */
    final void sayIfNone(JsonNode list, String text) {
        if (list.isEmpty()) {
            terminal.line(text);
        }
    }

    /** Prints the document for machines; true if that was asked for, so that nothing else is printed. */
    final boolean printedJson(JsonNode document) {
        if (json()) {
            terminal.document(document);
        }
        return json();
    }
}
