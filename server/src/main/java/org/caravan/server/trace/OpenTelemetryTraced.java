package org.caravan.server.trace;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.util.Optional;
import org.slf4j.MDC;

/** Span that is current in its thread from start to end, and in the log context (MDC) of that thread. */
final class OpenTelemetryTraced implements Traced {

    /** Field names of the Elastic Common Schema. */
    private static final String TRACE = "trace.id";
    private static final String SPAN = "span.id";

    private final Span span;
    private final Scope scope;
    private final String outerTrace = MDC.get(TRACE);
    private final String outerSpan = MDC.get(SPAN);

    OpenTelemetryTraced(Span span) {
        this.span = span;
        this.scope = span.makeCurrent();
        MDC.put(TRACE, span.getSpanContext().getTraceId());
        MDC.put(SPAN, span.getSpanContext().getSpanId());
    }

    @Override
    public Traced with(String word, String value) {
        span.setAttribute(key(word), value);
        return this;
    }

    @Override
    public Traced with(String word, long value) {
        span.setAttribute(key(word), value);
        return this;
    }

    private static String key(String word) {
        return word.contains(".") ? word : "caravan." + word;
    }

    @Override
    public Traced linked(Optional<String> context) {
        SpanContext other = context.map(text -> Span.fromContext(OpenTelemetryTraces.read(text)).getSpanContext())
                .orElse(SpanContext.getInvalid());
        if (other.isValid() && !other.getTraceId().equals(span.getSpanContext().getTraceId())) {
            span.addLink(other);
        }
        return this;
    }

    @Override
    public void failed(String kind) {
        span.setStatus(StatusCode.ERROR);
        span.setAttribute("error.type", kind);
    }

    @Override
    public void close() {
        scope.close();
        span.end();
        restore(TRACE, outerTrace);
        restore(SPAN, outerSpan);
    }

    private static void restore(String mark, String outer) {
        if (outer == null) {
            MDC.remove(mark);
        } else {
            MDC.put(mark, outer);
        }
    }
}
