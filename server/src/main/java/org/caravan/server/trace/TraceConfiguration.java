package org.caravan.server.trace;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Route;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeSendingEvent;
import org.apache.camel.spi.CamelEvent.ExchangeSentEvent;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.apache.camel.support.EventNotifierSupport;
import org.apache.camel.support.RoutePolicySupport;
import org.caravan.server.Settings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class TraceConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(TraceConfiguration.class);
    /**
     * Time limit of the exporter. An unavailable collector delays no work and the shutdown only briefly; spans that it does not accept are
     * lost.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** Exporter of spans; empty if tracing is disabled. */
    record Exporting(Optional<SdkTracerProvider> provider) implements AutoCloseable {

        @Override
        public void close() {
            provider.ifPresent(SdkTracerProvider::close);
        }
    }

    @Bean
    Exporting exporting(TraceSettings settings, Settings server) {
        if (!settings.used()) {
            return new Exporting(Optional.empty());
        }
        LOG.info("traces are exported to {}", settings.endpoint());
        return new Exporting(Optional.of(SdkTracerProvider.builder()
                .setResource(Resource.getDefault().merge(Resource.create(resource(server.name()))))
                .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(settings.share())))
                .addSpanProcessor(BatchSpanProcessor.builder(new LoggingSpanExporter(exporter(settings, server), settings.endpoint()))
                        .setScheduleDelay(EVERY).setExporterTimeout(PATIENCE).build())
                .build()));
    }

    private static SpanExporter exporter(TraceSettings settings, Settings server) {
        OtlpHttpSpanExporterBuilder exporter = OtlpHttpSpanExporter.builder().setEndpoint(settings.endpoint()).setTimeout(PATIENCE)
                .setConnectTimeout(PATIENCE);
        authorization(server.credentials().resolve(settings.credentials()).resolve("authorization"))
                .ifPresent(header -> exporter.addHeader("Authorization", header));
        return exporter.build();
    }

    @Bean
    Traces traces(Exporting exporting) {
        return exporting.provider().<Traces>map(provider -> new OpenTelemetryTraces(provider.get("org.caravan"))).orElse(Traces.OFF);
    }

    /** Adds the sender's trace context to messages. */
    @Bean
    CamelContextConfiguration tracedMessages(Traces traces) {
        return new CamelContextConfiguration() {
            @Override
            public void beforeApplicationStart(CamelContext camel) {
                if (traces.on()) {
                    camel.getManagementStrategy().addEventNotifier(new ProducerTracing(traces));
                    camel.addRoutePolicyFactory((context, routeId, route) -> new ConsumerTracing(traces));
                }
            }

            @Override
            public void afterApplicationStart(CamelContext camel) {
                // Nothing to do.
            }
        };
    }

    private static Attributes resource(String server) {
        String version = TraceConfiguration.class.getPackage().getImplementationVersion();
        return Attributes.builder().put("service.name", "caravan").put("service.version", version == null ? "development" : version)
                .put("service.instance.id", server.isEmpty() ? "caravan" : server).build();
    }

    private static Optional<String> authorization(Path file) {
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("The credentials of the collector of traces cannot be read from (" + file + ").\n"
                    + "Maybe make the file readable by the server.", e);
        }
    }

    /**
     * Consumer tracing: processing a queue message continues the trace of its sender. Queue routes run entirely in the consuming thread.
     */
    private static final class ConsumerTracing extends RoutePolicySupport {

        private static final String TAKEN = "caravan.taken";

        private final Traces traces;

        ConsumerTracing(Traces traces) {
            this.traces = traces;
        }

        @Override
        public void onExchangeBegin(Route route, Exchange exchange) {
            Optional<String> context = Optional.ofNullable(exchange.getMessage().getHeader(Queues.CONTEXT, String.class));
            Queues.name(route.getEndpoint()).filter(queue -> context.isPresent()).ifPresent(queue -> {
                Traced taken = Queues.described(traces.goOn(Traces.Side.TAKES, "take " + queue, context), queue, "process")
                        .with("route", route.getRouteId());
                exchange.setProperty(TAKEN, taken);
            });
        }

        @Override
        public void onExchangeDone(Route route, Exchange exchange) {
            if (exchange.removeProperty(TAKEN) instanceof Traced taken) {
                Throwable fault = exchange.getException() == null
                        ? exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class)
                        : exchange.getException();
                if (fault != null) {
                    taken.failed(fault.getClass().getSimpleName());
                }
                taken.close();
            }
        }
    }

    /**
     * Producer tracing: messages sent to a queue carry the trace context of the sender. Topic events have many consumers and carry none.
     */
    private static final class ProducerTracing extends EventNotifierSupport {

        private static final String SENT = "caravan.sent";

        private final Traces traces;

        ProducerTracing(Traces traces) {
            this.traces = traces;
            setIgnoreCamelContextEvents(true);
            setIgnoreCamelContextInitEvents(true);
            setIgnoreRouteEvents(true);
            setIgnoreServiceEvents(true);
            setIgnoreStepEvents(true);
            setIgnoreExchangeCompletedEvent(true);
            setIgnoreExchangeCreatedEvent(true);
            setIgnoreExchangeFailedEvents(true);
            setIgnoreExchangeRedeliveryEvents(true);
        }

        @Override
        public void notify(CamelEvent event) {
            if (event instanceof ExchangeSendingEvent sending) {
                Queues.name(sending.getEndpoint()).filter(queue -> traces.context().isPresent())
                        .ifPresent(queue -> begin(sending.getExchange(), queue));
            } else if (event instanceof ExchangeSentEvent sent && sent.getExchange().removeProperty(SENT) instanceof Traced traced) {
                if (sent.getExchange().getException() != null) {
                    traced.failed(sent.getExchange().getException().getClass().getSimpleName());
                }
                traced.close();
            }
        }

        /** Sending is synchronous, so both events occur in the same thread. */
        private void begin(Exchange exchange, String queue) {
            exchange.setProperty(SENT, Queues.described(traces.begin(Traces.Side.SENDS, "send " + queue), queue, "send"));
            traces.context().ifPresent(context -> exchange.getMessage().setHeader(Queues.CONTEXT, context));
        }
    }
}
