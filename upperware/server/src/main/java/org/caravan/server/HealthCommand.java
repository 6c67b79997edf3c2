package org.caravan.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** {@code health} of the server's program: asks the server on this machine, for engines whose containers have no other program to ask with. */
final class HealthCommand {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private HealthCommand() {}

    /** The exit code, 0 if it answers; empty where the arguments are not this command. @param port where the server listens */
    static Optional<Integer> run(String port, String... arguments) {
        if (arguments.length != 1 || !arguments[0].equals("health")) {
            return Optional.empty();
        }
        try {
            HttpResponse<Void> answer = HttpClient.newBuilder().connectTimeout(LIMIT).build().send(HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + port + "/api/v1/health")).timeout(LIMIT).build(), HttpResponse.BodyHandlers.discarding());
            return Optional.of(answer.statusCode() == 200 ? 0 : 1);
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("The server does not answer at port " + port + ": " + e.getMessage() + "\n    Maybe it is about to start.");
            return Optional.of(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(1);
        }
    }
}
