package org.caravan.server.broker;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import java.util.HashSet;
import java.util.Set;
import org.apache.camel.component.jms.ConsumerType;
import org.apache.camel.component.jms.DefaultJmsMessageListenerContainer;
import org.apache.camel.component.jms.JmsComponent;
import org.apache.camel.component.jms.JmsEndpoint;
import org.springframework.jms.support.JmsUtils;

/**
 * Message listener container of a route. Its shutdown closes the consumers that wait for a message. Spring's container waits instead until
 * each of them has waited for the route's receive timeout; and because a consumer with prefetch 0 waits without a limit while its
 * connection is stopped, it interrupts that consumer and logs a failed setup of the listener. A message that is received during the
 * shutdown is rejected by Spring's container, and the broker delivers it again if it is on a queue or a durable subscription; a message
 * that is being processed is not affected.
 */
final class StoppableListenerContainer extends DefaultJmsMessageListenerContainer {

    /** Guarded by itself. */
    private final Set<MessageConsumer> waiting = new HashSet<>();

    private StoppableListenerContainer(JmsEndpoint endpoint) {
        super(endpoint);
    }

    /** A Camel component whose routes use such containers; each consumer is kept while its route runs. */
    static JmsComponent component(ConnectionFactory connections) {
        JmsComponent component = JmsComponent.jmsComponentAutoAcknowledge(connections);
        component.getConfiguration().setCacheLevelName("CACHE_CONSUMER");
        component.getConfiguration().setConsumerType(ConsumerType.Custom);
        component.getConfiguration().setMessageListenerContainerFactory(StoppableListenerContainer::new);
        return component;
    }

    @Override
    protected Message receiveMessage(MessageConsumer consumer) throws JMSException {
        synchronized (waiting) {
            if (!isActive()) {
                return null;
            }
            waiting.add(consumer);
        }
        try {
            return super.receiveMessage(consumer);
        } catch (JMSException e) {
            if (isActive()) {
                throw e;
            }
            return null;
        } finally {
            // Until the shutdown has closed the consumer: its session must not be closed before.
            synchronized (waiting) {
                waiting.remove(consumer);
            }
        }
    }

    /** The container is not active from here on: no further consumer begins to wait. */
    @Override
    protected void doShutdown() throws JMSException {
        synchronized (waiting) {
            waiting.forEach(JmsUtils::closeMessageConsumer);
        }
        super.doShutdown();
    }
}
