package org.caravan.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.util.Optional;

/**
 * The command {@code health} of the server program: checks the server on this machine. Container engines need it for their health checks,
 * because the image contains no other HTTP client. They run it often, and {@code java.net.http.HttpClient} would double its cost.
 */
final class HealthCommand {

    private static final int LIMIT_MILLIS = 5000;

    private HealthCommand() {}

    /**
     * Returns exit code 0 if the server is healthy, 1 if not; empty if the arguments are not this command.
     *
     * @param port port of the server
     */
    static Optional<Integer> run(String port, String... arguments) {
        if (arguments.length != 1 || !arguments[0].equals("health")) {
            return Optional.empty();
        }
        try {
            HttpURLConnection asked = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/api/v1/health").toURL()
                    .openConnection(Proxy.NO_PROXY);
            asked.setConnectTimeout(LIMIT_MILLIS);
            asked.setReadTimeout(LIMIT_MILLIS);
            return Optional.of(asked.getResponseCode() == HttpURLConnection.HTTP_OK ? 0 : 1);
        } catch (IOException | IllegalArgumentException e) {
            System.err.println("The server does not answer at port " + port + ": " + e.getMessage() + "\n    Maybe it is starting.");
            return Optional.of(1);
        }
    }
}
