package org.caravan.cli.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.caravan.client.Answer;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** Base of all commands that contact the server. */
public abstract class ServerCommand implements Callable<Integer> {

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

    /** Executes the command and returns the exit code. */
    protected abstract int run(Api api);

    /** Hook for output after the command's own. */
    void afterwards(Api api) {}

    protected final Terminal terminal() {
        return terminal;
    }

    protected final boolean json() {
        return connection.json();
    }

    /** Shows a progress bar, unless JSON output is requested. */
    protected final void bar(int done, int total, String what) {
        if (!json()) {
            terminal.bar(done, total, what);
        }
    }

    /** Prints the text if the list is empty, because there would be no output otherwise. */
    protected final void sayIfNone(List<?> list, String text) {
        if (list.isEmpty()) {
            terminal.line(text);
        }
    }

    /** Prints the text if the list is empty, because there would be no output otherwise. */
    protected final void sayIfNone(JsonNode list, String text) {
        if (list.isEmpty()) {
            terminal.line(text);
        }
    }

    /**
     * The answer as records, for commands that also need them for their exit code. With --json, prints the document if it cannot be read:
     * a program then has what the server answered.
     *
     * @throws ApiFault as {@link Answer#value()}
     */
    protected final <T> T read(Answer<T> answer) {
        try {
            return answer.value();
        } catch (ApiFault unreadable) {
            printedJson(answer);
            throw unreadable;
        }
    }

    /** As {@link #printedJson(JsonNode)}, with all fields of the answer. */
    protected final boolean printedJson(Answer<?> answer) {
        return printedJson(answer.document());
    }

    /** Prints the document if JSON output is requested; returns true in that case, so that nothing else is printed. */
    protected final boolean printedJson(JsonNode document) {
        if (json()) {
            terminal.document(document);
        }
        return json();
    }
}
