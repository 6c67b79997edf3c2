package org.caravan.server.trace;

import java.util.Optional;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.Route;
import org.apache.camel.support.RoutePolicySupport;

/** Consumer tracing: processing a queue message continues the trace of its sender. Queue routes run entirely in the consuming thread. */
final class ConsumerTracing extends RoutePolicySupport {

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
            Throwable fault = exchange.getException() == null ? exchange.getProperty(ExchangePropertyKey.EXCEPTION_CAUGHT, Throwable.class)
                    : exchange.getException();
            if (fault != null) {
                taken.failed(fault.getClass().getSimpleName());
            }
            taken.close();
        }
    }
}
