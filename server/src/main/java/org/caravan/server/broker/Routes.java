package org.caravan.server.broker;

import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.caravan.execution.journal.StoreFault;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/**
 * Routes of record ids between servers and steps. Any server plans; all other tasks run at the leader.
 *
 * <pre>
 * PUT model ──▶ model-accepted ──▶ plan worker        POST probes ──▶ probes-requested ──▶ probe worker
 * POST plan ──▶ plan-requested ──▶ plan worker                                                  │
 * approval  ──▶ plan-approved  ──▶ deployment worker  network ◀── probes-finished ◀─────────────┘
 * other orders ──▶ deployment-ordered ──▶ deployment worker
 *                                                     every part ──▶ topic events ──▶ browsers, running plannings
 * workers ──▶ topic answers ──▶ waiting requests at other servers
 * </pre>
 */
@Component
class Routes extends RouteBuilder {

    static final String MODEL_ACCEPTED = "jms:queue:" + ZeroPrefetchQueues.MODELS;
    static final String PLAN_REQUESTED = "jms:queue:" + ZeroPrefetchQueues.PLANNINGS;
    static final String PLAN_APPROVED = "jms:queue:caravan.plan-approved";
    static final String DEPLOYMENT_ORDERED = "jms:queue:caravan.deployment-ordered";
    static final String PROBES_REQUESTED = "jms:queue:caravan.probes-requested";
    static final String PROBES_FINISHED = "jms:queue:caravan.probes-finished";

    /** Acknowledged after the worker accepted the id; if the worker dies before, the id is redelivered at the next start. */
    private static final String TRANSACTED = "?transacted=true&lazyCreateTransactionManager=false";

    private final LeaderRouteIds led;

    Routes(LeaderRouteIds led) {
        this.led = led;
    }

    @Override
    public void configure() {
        // If the database is unavailable, or another server has become leader, the id is not at fault: it stays with the broker.
        onException(StoreFault.class, DataAccessResourceFailureException.class).handled(false).log(LoggingLevel.WARN,
                "org.caravan.server.broker.Routes", "${routeId} is tried again with ${body}: ${exception.message}");
        onException(Exception.class).handled(true).log(LoggingLevel.WARN,
                "org.caravan.server.broker.Routes", "${routeId} gave up on ${body}: ${exception.message}");
        from(MODEL_ACCEPTED + TRANSACTED + ZeroPrefetchQueues.ASKED).routeId("model-accepted")
                .to("bean:planningConsumer?method=modelAccepted");
        from(PLAN_REQUESTED + TRANSACTED + ZeroPrefetchQueues.ASKED).routeId("plan-requested")
                .to("bean:planningConsumer?method=planRequested");
        from(PLAN_APPROVED + TRANSACTED).routeId("plan-approved").autoStartup(led.startsByItself("plan-approved"))
                .to("bean:deploymentWorker?method=planApproved");
        from(DEPLOYMENT_ORDERED + TRANSACTED).routeId("deployment-ordered").autoStartup(led.startsByItself("deployment-ordered"))
                .to("bean:deploymentWorker?method=ordered");
        from(PROBES_REQUESTED + TRANSACTED).routeId("probes-requested").autoStartup(led.startsByItself("probes-requested"))
                .to("bean:probeWorker?method=probesRequested");
        from(PROBES_FINISHED + TRANSACTED).routeId("probes-finished").to("bean:networkChanges?method=probesFinished");
        from(ReplyTopic.TOPIC).routeId("answers").to("bean:replyTopic?method=hear");
        from(Broadcasts.EVENTS).routeId("events").to("bean:eventListeners?method=deliver");
    }
}
