package org.caravan.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Takes OTLP over HTTP on loopback, as collectors of traces do, and keeps what it was sent. */
final class Collector implements AutoCloseable {

    private final HttpServer http;
    private final Queue<Told> told = new ConcurrentLinkedQueue<>();
    private final StringBuffer raw = new StringBuffer();
    private final Set<String> authorizations = ConcurrentHashMap.newKeySet();

    /** A span. @param server whose it is */
    record Told(String server, Span span, Map<String, String> attributes) {

        String trace() {
            return HexFormat.of().formatHex(span.getTraceId().toByteArray());
        }

        String id() {
            return HexFormat.of().formatHex(span.getSpanId().toByteArray());
        }

        String parent() {
            return HexFormat.of().formatHex(span.getParentSpanId().toByteArray());
        }

        String name() {
            return span.getName();
        }

        String attribute(String key) {
            return attributes.getOrDefault(key, "");
        }

        List<String> links() {
            return span.getLinksList().stream().map(link -> HexFormat.of().formatHex(link.getTraceId().toByteArray())).toList();
        }
    }

    Collector() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/v1/traces", this::take);
        http.start();
    }

    String argument() {
        return "--caravan.traces.endpoint=http://127.0.0.1:" + http.getAddress().getPort() + "/v1/traces";
    }

    private void take(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
        raw.append(new String(body, StandardCharsets.ISO_8859_1));
        ExportTraceServiceRequest.parseFrom(body).getResourceSpansList()
                .forEach(of -> of.getScopeSpansList().stream().flatMap(scope -> scope.getSpansList().stream())
                .forEach(span -> told.add(new Told(server(of.getResource()), span, attributes(span.getAttributesList())))));
        byte[] answer = ExportTraceServiceResponse.getDefaultInstance().toByteArray();
        exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, answer.length == 0 ? -1 : answer.length);
        exchange.close();
    }

    private static String server(Resource resource) {
        return attributes(resource.getAttributesList()).getOrDefault("service.instance.id", "");
    }

    private static Map<String, String> attributes(List<KeyValue> list) {
        Map<String, String> attributes = new TreeMap<>();
        list.forEach(one -> attributes.put(one.getKey(), one.getValue().hasIntValue() ? Long.toString(one.getValue().getIntValue())
                : one.getValue().getStringValue()));
        return attributes;
    }

    Stream<Told> told() {
        return told.stream();
    }

    Set<String> authorizations() {
        return authorizations;
    }

    /** All bytes it was sent, one a character. */
    String raw() {
        return raw.toString();
    }

    Told await(Predicate<Told> wished) {
        return await(() -> told().filter(wished).findFirst(), () -> "no such span was told, but "
                + told().map(this::path).distinct().toList());
    }

    /** All of a trace, once there are spans of just these paths. */
    List<Told> awaitTrace(String trace, Set<String> paths) {
        Supplier<List<Told>> found = () -> told().filter(span -> span.trace().equals(trace)).toList();
        Function<List<Told>, Set<String>> pathsOf = spans -> spans.stream().map(this::path).collect(Collectors.toCollection(TreeSet::new));
        return await(() -> Optional.of(found.get()).filter(spans -> pathsOf.apply(spans).equals(paths)),
                () -> "expected " + new TreeSet<>(paths) + " but was told " + pathsOf.apply(found.get()));
    }

    private static <T> T await(Supplier<Optional<T>> wished, Supplier<String> otherwise) {
        try {
            return Awaitility.await().until(wished::get, Optional::isPresent).orElseThrow();
        } catch (ConditionTimeoutException late) {
            throw new AssertionError(otherwise.get(), late);
        }
    }

    /** From the root: {@code POST … > planning > adapter inspect}. */
    String path(Told span) {
        return told().filter(other -> other.trace().equals(span.trace()) && other.id().equals(span.parent())).findFirst()
                .map(parent -> path(parent) + " > " + span.name()).orElse(span.parent().isEmpty() ? span.name() : "? > " + span.name());
    }

    @Override
    public void close() {
        http.stop(0);
    }
}
