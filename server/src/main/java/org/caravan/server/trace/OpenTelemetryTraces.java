package org.caravan.server.trace;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.slf4j.MDC;

/** Tracing with OpenTelemetry. */
final class OpenTelemetryTraces implements Traces {

    private static final TextMapPropagator W3C = W3CTraceContextPropagator.getInstance();
    private static final String HEADER = "traceparent";
    /** Log context (MDC) keys that become span attributes. */
    private static final List<String> MARKS = List.of("application", "deployment", "attempt", "step", "planning", "probeRun");

    private static final TextMapGetter<String> ONLY = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(String context) {
            return List.of(HEADER);
        }

        @Override
        public String get(String context, String key) {
            return key.equals(HEADER) ? context : null;
        }
    };

    private final Tracer tracer;

    OpenTelemetryTraces(Tracer tracer) {
        this.tracer = tracer;
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public Optional<String> context() {
        Map<String, String> headers = new HashMap<>();
        W3C.inject(Context.current(), headers, Map::put);
        return Optional.ofNullable(headers.get(HEADER));
    }

    @Override
    public Traced begin(Side side, String name) {
        return begin(side, name, Context.current());
    }

    @Override
    public Traced goOn(Side side, String name, Optional<String> context) {
        return begin(side, name, context.map(OpenTelemetryTraces::read).orElse(Context.root()));
    }

    @Override
    public ExecutorService following(ExecutorService threads) {
        return Context.taskWrapping(threads);
    }

    /** An unreadable context is treated as absent. */
    static Context read(String context) {
        return W3C.extract(Context.root(), context, ONLY);
    }

    private Traced begin(Side side, String name, Context parent) {
        SpanBuilder span = tracer.spanBuilder(name).setParent(parent).setSpanKind(kind(side));
        Traced traced = new OpenTelemetryTraced(span.startSpan());
        MARKS.forEach(mark -> Optional.ofNullable(MDC.get(mark)).ifPresent(value -> traced.with(mark, value)));
        return traced;
    }

    private static SpanKind kind(Side side) {
        return switch (side) {
            case SERVES -> SpanKind.SERVER;
            case ASKS -> SpanKind.CLIENT;
            case SENDS -> SpanKind.PRODUCER;
            case TAKES -> SpanKind.CONSUMER;
            case WORKS -> SpanKind.INTERNAL;
        };
    }
}
