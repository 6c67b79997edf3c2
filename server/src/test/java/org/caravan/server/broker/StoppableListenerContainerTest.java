package org.caravan.server.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.broker.BrokerRegistry;
import org.apache.activemq.command.ActiveMQQueue;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.springframework.jms.connection.CachingConnectionFactory;

/** Routes of each kind stop while their consumers wait for messages, each for up to ten minutes. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class StoppableListenerContainerTest {

    private static final String TRANSACTED = "?transacted=true&lazyCreateTransactionManager=false";
    private static final String TEN_MINUTES = "receiveTimeout=600000";
    private static final String NAME = "stopped-routes";
    private static final String OTHERS = "caravan.others";

    @TempDir
    Path folder;

    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            if (event.getLevel().isGreaterOrEqual(Level.WARN)) {
                warnings.add(event.getLoggerName() + ": " + event.getFormattedMessage());
            }
        }
    };
    private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
    private final Subscriptions subscriptions = new Subscriptions("", false);
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private BrokerHome broker;
    private CachingConnectionFactory connections;

    @BeforeEach
    void begin() {
        appender.start();
        root.addAppender(appender);
        broker = BrokerHome.embedded(NAME, folder, 64 << 20);
        connections = new CachingConnectionFactory(broker.connections());
        connections.setCacheConsumers(false);
        camel.getRegistry().bind("destinations", new ZeroPrefetchQueues().destinations());
        camel.addComponent("jms", StoppableListenerContainer.component(connections));
        camel.addComponent("subscriber", subscriptions.component(broker));
    }

    @AfterEach
    void end() {
        camel.stop();
        connections.destroy();
        broker.close();
        root.detachAppender(appender);
    }

    /** Repeated, because threads of the container and of the shutdown close the same consumers. */
    @RepeatedTest(10)
    void noRouteWaitsForTheTimeLimitOfItsConsumer() throws Exception {
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("jms:queue:" + ZeroPrefetchQueues.MODELS + TRANSACTED + "&" + TEN_MINUTES).to("log:model");
                from("jms:queue:" + OTHERS + TRANSACTED + "&" + TEN_MINUTES).to("log:others");
                from("jms:topic:caravan.events?" + TEN_MINUTES).to("log:event");
                from("subscriber:topic:" + EventRoutes.SAMPLES + TRANSACTED + "&subscriptionDurable=true&" + TEN_MINUTES + "&clientId="
                        + subscriptions.client(Subscriptions.STORE) + "&durableSubscriptionName=" + Subscriptions.STORE).to("log:samples");
            }
        });
        camel.start();
        awaitConsumer(ZeroPrefetchQueues.MODELS);
        awaitConsumer(OTHERS);
        camel.stop();
        assertThat(warnings).isEmpty();
    }

    @Test
    void aMessageInWorkIsFinishedAndTheNextOneStaysWithTheBroker() throws Exception {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch stopping = new CountDownLatch(1);
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("jms:queue:" + OTHERS + TRANSACTED + "&" + TEN_MINUTES).process(message -> {
                    taken.countDown();
                    stopping.await();
                });
            }
        });
        camel.start();
        camel.createProducerTemplate().sendBody("jms:queue:" + OTHERS, "first");
        taken.await();
        camel.createProducerTemplate().sendBody("jms:queue:" + OTHERS, "second");
        CompletableFuture<Void> stopped = CompletableFuture.runAsync(camel::stop);
        await("the route to stop").until(camel::isStopping);
        stopping.countDown();
        stopped.get();
        assertThat(waiting(OTHERS)).isEqualTo(1);
        assertThat(warnings).isEmpty();
    }

    private void awaitConsumer(String queue) {
        await("a consumer of " + queue).until(() -> BrokerRegistry.getInstance().lookup(NAME).getDestination(new ActiveMQQueue(queue))
                .getDestinationStatistics().getConsumers().getCount() == 1);
    }

    private static long waiting(String queue) throws Exception {
        return BrokerRegistry.getInstance().lookup(NAME).getDestination(new ActiveMQQueue(queue)).getDestinationStatistics().getMessages()
                .getCount();
    }
}
