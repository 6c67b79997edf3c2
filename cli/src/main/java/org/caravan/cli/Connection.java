package org.caravan.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.caravan.client.Api;
import org.caravan.client.ApiFault;
import picocli.CommandLine.Option;

/** Options that every command shares: which server, with which token, and how to print. */
final class Connection {

    @Option(
            names = "--server",
            paramLabel = "URL",
            defaultValue = "${env:CARAVAN_SERVER:-http://127.0.0.1:8080}",
            description = "Server to talk to; CARAVAN_SERVER or ${DEFAULT-VALUE}.")
    private URI server;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:CARAVAN_DATA:-data}/token",
            description = "File that holds the token (${DEFAULT-VALUE}); CARAVAN_TOKEN goes before it.")
    private Path tokenFile;

    @Option(names = "--json", description = "Print JSON for machines instead of text for people.")
    private boolean json;

    Api api() {
        return new Api(server, token());
    }

    boolean json() {
        return json;
    }

    private Optional<String> token() {
        String fromEnvironment = System.getenv("CARAVAN_TOKEN");
        if (fromEnvironment != null && !fromEnvironment.isBlank()) {
            return Optional.of(fromEnvironment.strip());
        }
        try {
            return Optional.of(Files.readString(tokenFile).strip());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new ApiFault("token-unreadable", "The token file " + tokenFile + " cannot be read: " + e.getMessage()
                    + "\n    Maybe run as the user the server runs as.");
        }
    }
}
