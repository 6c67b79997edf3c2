package org.caravan.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.caravan.api.model.FilesOrder;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Client of the server's REST API, version 1. Every error response becomes an {@link ApiFault} with a message for users. */
public final class Api {

    /** Time limit for a response. Sufficient to plan a large problem; probe runs and deployments are polled instead. */
    private static final Duration ANSWER_LIMIT = Duration.ofMinutes(5);

    /** Statuses with which a proxy reports an unreachable server: bad gateway, service unavailable, gateway timeout (RFC 9110). */
    private static final Set<Integer> AWAY = Set.of(502, 503, 504);

    /** Body of a request without options. */
    private static final String NO_OPTIONS = "{}";

    private final HttpClient http;
    private final URI server;
    private final Optional<String> token;

    /**
     * @param server base URL of the server, for example {@code http://127.0.0.1:8080}
     * @param token bearer token; empty if the server requires none
     * @throws ApiFault {@code server-address}, {@code token-malformed}, {@code authorities-unreadable}
     */
    public Api(URI server, Optional<String> token) {
        this(server, token, TrustStore.file());
    }

    /** @param authorities file with certificates of authorities that are trusted in addition to Java's */
    Api(URI server, Optional<String> token, Optional<Path> authorities) {
        this.server = ServerAddress.of(server, "the settings");
        this.http = http(this.server, authorities);
        this.token = token.map(text -> BearerToken.of(text, "the settings"));
    }

    /** HTTP/1.1, because the client would otherwise offer an upgrade to HTTP/2 with each request, to servers without it. */
    private static HttpClient http(URI server, Optional<Path> authorities) {
        HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).version(HttpClient.Version.HTTP_1_1);
        if ("http".equals(server.getScheme())) {
            return client.sslContext(new PlainHttpContext()).build();
        }
        authorities.map(TrustStore::with).ifPresent(client::sslContext);
        return client.build();
    }

    public JsonNode get(ApiPath path) {
        return send(request(path).GET().build());
    }

    /** As {@link #get(ApiPath)}, as a record. */
    public <T> Answer<T> get(ApiPath path, Class<T> type) {
        return Answer.of(get(path), type);
    }

    /** Reads one page of a list, with records as elements. */
    public <T> Answer<List<T>> getList(ApiPath path, Class<T> element) {
        return Answer.listOf(get(path), element);
    }

    /** Reads all pages of a list, with records as elements. */
    public <T> Answer<List<T>> list(ApiPath path, Class<T> element) {
        return Answer.listOf(all(path), element);
    }

    /** As {@link #all}, with one record whose lists are joined. */
    public <T> Answer<T> joined(ApiPath path, Class<T> type) {
        return Answer.of(all(path), type);
    }

    /** Reads all pages of a list and joins them: one array, or one object whose arrays are concatenated. */
    public JsonNode all(ApiPath path) {
        HttpResponse<String> page = answer(request(path).GET().build());
        JsonNode all = body(page);
        for (Optional<ApiPath> next = Pages.next(page.headers()); next.isPresent(); next = Pages.next(page.headers())) {
            page = answer(request(next.get()).GET().build());
            all = Pages.joined(all, body(page));
        }
        return all;
    }

    /** @param body one of the records of {@code org.caravan.api} whose names end with Order */
    public JsonNode post(ApiPath path, Record body) {
        return post(path, Answer.MAPPER.writeValueAsString(body));
    }

    /** As {@link #post(ApiPath, Record)}, with a record as answer. */
    public <T> Answer<T> post(ApiPath path, Record body, Class<T> type) {
        return Answer.of(post(path, body), type);
    }

    /** A request without options. */
    public <T> Answer<T> post(ApiPath path, Class<T> type) {
        return Answer.of(post(path), type);
    }

    /** A request without options. */
    public JsonNode post(ApiPath path) {
        return post(path, NO_OPTIONS);
    }

    private JsonNode post(ApiPath path, String body) {
        return send(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    /** @param body one of the records of {@code org.caravan.api} whose names end with Order */
    public JsonNode put(ApiPath path, Record body) {
        return body(putting(path, Answer.MAPPER.writeValueAsString(body)));
    }

    /**
     * As {@link #put(ApiPath, Record)}, if the resource is still this version.
     *
     * @param digest of the version
     * @throws ApiFault {@code changed-meanwhile} if it is another version
     */
    JsonNode put(ApiPath path, Record body, String digest) {
        return send(request(path).header("If-Match", "\"" + digest + "\"")
                .PUT(BodyPublishers.ofString(Answer.MAPPER.writeValueAsString(body))).build());
    }

    /** As {@link #put(ApiPath, Record)}, with a record as answer. */
    public <T> Answer<T> put(ApiPath path, Record body, Class<T> type) {
        return Answer.of(put(path, body), type);
    }

    /** A request without options. */
    public JsonNode put(ApiPath path) {
        return body(putting(path, NO_OPTIONS));
    }

    /** Stores a model and returns the id of the planning that it began; empty if the server did not begin one. */
    Optional<String> putModel(String application, FilesOrder files) {
        return Pages.planning(putting(ApiPath.of("applications", application, "model"), Answer.MAPPER.writeValueAsString(files)).headers());
    }

    private HttpResponse<String> putting(ApiPath path, String body) {
        return answer(request(path).PUT(BodyPublishers.ofString(body)).build());
    }

    public JsonNode delete(ApiPath path) {
        return send(request(path).DELETE().build());
    }

    /** As {@link #delete(ApiPath)}, with a record as answer. */
    public <T> Answer<T> delete(ApiPath path, Class<T> type) {
        return Answer.of(delete(path), type);
    }

    /**
     * Sends a file as the body of a POST, without reading it into memory.
     *
     * @param mediaType of the file
     * @throws java.io.FileNotFoundException if there is no such file
     */
    <T> Answer<T> post(ApiPath path, Path body, String mediaType, Class<T> type) throws IOException {
        return Answer.of(send(request(path).setHeader("Content-Type", mediaType).POST(BodyPublishers.ofFile(body)).build()), type);
    }

    /** Sends a chunk of a file. */
    <T> Answer<T> patch(ApiPath path, byte[] piece, long offset, Class<T> type) {
        return Answer.of(send(request(path).setHeader("Content-Type", "application/octet-stream")
                .header("Upload-Offset", Long.toString(offset)).method("PATCH", BodyPublishers.ofByteArray(piece)).build()), type);
    }

    /** Downloads a file. Error responses become faults, and no file is left then. */
    public void download(ApiPath path, Path target) {
        HttpRequest request = request(path).setHeader("Accept", "*/*").GET().build();
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            try (InputStream content = response.body()) {
                if (response.statusCode() >= 400) {
                    throw ServerRefusal.of(response.statusCode(),
                            document(response.statusCode(), new String(content.readAllBytes(), StandardCharsets.UTF_8)));
                }
                Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new ApiFault("download-broken", "The file was not received from " + server + " to " + target + reason(e)
                    + "\n    Maybe the disk is full, or the server ended: try again.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFault("interrupted", "Interrupted while waiting for " + server + ".");
        }
    }

    private HttpRequest.Builder request(ApiPath path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + "/api/v1/" + path.text()))
                .timeout(ANSWER_LIMIT)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, application/problem+json");
        token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
        return request;
    }

    private JsonNode send(HttpRequest request) {
        return body(answer(request));
    }

    /** @throws ApiFault for error responses, and if there is no response */
    private HttpResponse<String> answer(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
            if (response.statusCode() >= 400) {
                throw ServerRefusal.of(response.statusCode(), body(response));
            }
            return response;
        } catch (SSLHandshakeException e) {
            throw new ApiFault("server-not-trusted", "The certificate of the server at " + server + " is not trusted" + reason(e)
                    + "\n    Maybe name a file with that of its authority, as PEM: " + TrustStore.VARIABLE + "=FILE.");
        } catch (SSLException e) {
            throw new ApiFault("not-a-caravan-server", "The answer of " + server + " speaks no TLS" + reason(e)
                    + "\n    Maybe write http:// in place of https://.");
        } catch (IOException e) {
            throw new ApiFault("server-unreachable", "The server at " + server + " does not answer" + reason(e)
                    + "\n    Maybe start it (./caravan server start), or name another with --server.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFault("interrupted", "Interrupted while waiting for " + server + ".");
        }
    }

    /** A refused connection has no message of its own. */
    private static String reason(IOException e) {
        return e.getMessage() == null ? "." : ": " + e.getMessage();
    }

    private JsonNode body(HttpResponse<String> response) {
        return document(response.statusCode(), response.body());
    }

    private JsonNode document(int status, String text) {
        if (text.isEmpty()) {
            return Answer.MAPPER.createObjectNode();
        }
        try {
            return Answer.MAPPER.readTree(text);
        } catch (JacksonException e) {
            if (AWAY.contains(status)) {
                throw new ApiFault("http-" + status, "The proxy in front of the server at " + server
                        + " reports that the server is unavailable (HTTP " + status
                        + ").\n    Maybe it is starting: try again later.");
            }
            throw new ApiFault("not-a-caravan-server", "The answer of " + server + " (HTTP " + status
                    + ") is not JSON.\n    Maybe it requires https, or another program listens there: set the server with --server.");
        }
    }
}
