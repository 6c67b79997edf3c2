package org.caravan.server.trace;

import org.apache.camel.Exchange;
import org.apache.camel.spi.CamelEvent;
import org.apache.camel.spi.CamelEvent.ExchangeSendingEvent;
import org.apache.camel.spi.CamelEvent.ExchangeSentEvent;
import org.apache.camel.support.EventNotifierSupport;

/** Producer tracing: messages sent to a queue carry the trace context of the sender. Topic events have many consumers and carry none. */
final class ProducerTracing extends EventNotifierSupport {

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
