package org.caravan.server.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Endpoint;

/** Names of broker queues in spans. */
final class Queues {

    /** Header of W3C Trace Context; also a valid JMS property name. */
    static final String CONTEXT = "traceparent";

    private static final Pattern QUEUE = Pattern.compile("jms:(?://)?queue:([^?]+).*");

    private Queues() {}

    /** Empty for endpoints that are not queues. */
    static Optional<String> name(Endpoint endpoint) {
        Matcher queue = QUEUE.matcher(endpoint.getEndpointUri());
        return queue.matches() ? Optional.of(queue.group(1)) : Optional.empty();
    }

    static Traced described(Traced message, String queue, String operation) {
        return message.with("messaging.system", "activemq").with("messaging.destination.name", queue)
                .with("messaging.operation.type", operation);
    }
}
