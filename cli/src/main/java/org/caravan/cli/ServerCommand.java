package org.caravan.cli;

import java.util.concurrent.Callable;
import org.caravan.client.Api;
import org.caravan.client.ApiPath;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** What all commands that ask the server share. */
abstract class ServerCommand implements Callable<Integer> {

    @Mixin
    private Connection connection;

    private Terminal terminal;

    @Override
    public final Integer call() {
        terminal = new Terminal(System.out);
        Api api = connection.api();
        int exitCode = run(api);
        sayWhatIsSimulated(api);
        return exitCode;
    }

    /** Does the work and returns the exit code. */
    abstract int run(Api api);

    /** On the error stream, so that JSON stays JSON. */
    private static void sayWhatIsSimulated(Api api) {
        if (api.get(ApiPath.of("health")).path("simulated").asBoolean()) {
            System.err.println("SIMULATED: this server's hosts and network are simulated; nothing above is real.");
        }
    }

    final Terminal terminal() {
        return terminal;
    }

    final boolean json() {
        return connection.json();
    }

    /** Prints the document for machines; true if that was asked for, so that nothing else is printed. */
    final boolean printedJson(JsonNode document) {
        if (json()) {
            terminal.line(document.toPrettyString());
        }
        return json();
    }
}
