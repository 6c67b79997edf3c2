package org.caravan.server.trace;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Span exporter that logs once when the collector stops accepting spans, and once when it accepts them again. */
final class LoggingSpanExporter implements SpanExporter {

    private static final Logger LOG = LoggerFactory.getLogger(LoggingSpanExporter.class);

    private final SpanExporter real;
    private final String endpoint;
    private final AtomicBoolean away = new AtomicBoolean();

    LoggingSpanExporter(SpanExporter real, String endpoint) {
        this.real = real;
        this.endpoint = endpoint;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        CompletableResultCode result = real.export(spans);
        return result.whenComplete(() -> {
            if (!result.isSuccess() && away.compareAndSet(false, true)) {
                LOG.warn("spans are lost: {} does not accept them. Maybe nothing listens there, or it requires an authorization", endpoint);
            } else if (result.isSuccess() && away.compareAndSet(true, false)) {
                LOG.info("spans are accepted again at {}", endpoint);
            }
        });
    }

    @Override
    public CompletableResultCode flush() {
        return real.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return real.shutdown();
    }
}
