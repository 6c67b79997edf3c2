package org.caravan.server.broker;

import java.util.List;
import org.apache.camel.builder.RouteBuilder;
import org.springframework.stereotype.Component;

/**
 * Routes of measurements. An event is on the broker's disk before the publisher continues.
 *
 * <pre>
 * probe ──▶ tell-samples ──▶ topic caravan.samples ──▶ durable subscription ──▶ store   (once by the event's id)
 *                                                └───▶ durable subscriptions of others
 * probe run ends ──▶ tell-windows ──▶ topic caravan.windows ──▶ subscriptions of others
 * hosts ──▶ tell-metrics ──▶ topic caravan.metrics ──▶ durable subscription ──▶ store of readings   (likewise)
 * </pre>
 */
@Component
public class EventRoutes extends RouteBuilder {

    public static final String TELL_SAMPLES = "direct:tell-samples";
    public static final String TELL_WINDOWS = "direct:tell-windows";

    public static final String TELL_METRICS = "direct:tell-metrics";

    static final String SAMPLES = "caravan.samples";
    static final String WINDOWS = "caravan.windows";
    static final String METRICS = "caravan.metrics";
    static final List<String> KEPT_TOPICS = List.of(SAMPLES, WINDOWS, METRICS);

    private static final String ONCE_MORE = "?transacted=true&lazyCreateTransactionManager=false&subscriptionDurable=true";

    private final Subscriptions subscriptions;
    private final LeaderRouteIds led;

    public EventRoutes(Subscriptions subscriptions, LeaderRouteIds led) {
        this.subscriptions = subscriptions;
        this.led = led;
    }

    @Override
    public void configure() {
        // Publishers must see the failure, and events that the store rejects are redelivered.
        errorHandler(noErrorHandler());
        from(TELL_SAMPLES).routeId("tell-samples").to("jms:topic:" + SAMPLES + "?deliveryPersistent=true");
        from(TELL_WINDOWS).routeId("tell-windows").to("jms:topic:" + WINDOWS + "?deliveryPersistent=true");
        from(TELL_METRICS).routeId("tell-metrics").to("jms:topic:" + METRICS + "?deliveryPersistent=true");
        from(subscribed(SAMPLES, Subscriptions.STORE)).routeId("samples").startupOrder(1).autoStartup(led.startsByItself("samples"))
                .to("bean:sampleConsumer?method=take").to("bean:networkChanges?method=samplesTaken");
        from(subscribed(METRICS, Subscriptions.READINGS)).routeId("metrics").startupOrder(2).to("bean:readingConsumer?method=take");
    }

    private String subscribed(String topic, String name) {
        return "subscriber:topic:" + topic + ONCE_MORE + "&clientId=" + subscriptions.client(name) + "&durableSubscriptionName=" + name;
    }
}
