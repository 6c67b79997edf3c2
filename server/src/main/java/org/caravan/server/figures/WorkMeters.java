package org.caravan.server.figures;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.caravan.execution.journal.ExecutionReport;
import org.caravan.execution.journal.RunStore;
import org.caravan.measure.SampleStore;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.InstancePlacement;
import org.caravan.server.broker.BrokerHome;
import org.caravan.server.data.StoredRows;
import org.caravan.server.network.AgentSynchronisation;
import org.caravan.server.planning.Targets;
import org.caravan.server.samples.EventedSampleStore;
import org.caravan.store.InfluxSampleStore;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Metrics of waiting messages, deployments and copies. */
@Component
class WorkMeters {

    private final Targets targets;
    private final RunStore runs;
    private final LabelledGauge copies;
    private final LabelledGauge deployments;
    private List<Long> counted = List.of();

    WorkMeters(Targets targets, RunStore runs, EventedSampleStore told, @Qualifier("keptSamples") SampleStore kept, BrokerHome broker,
            AgentSynchronisation probeAgents,
            MeterRegistry registry) {
        this.targets = targets;
        this.runs = runs;
        Gauge.builder("caravan.samples.on.the.way", told, EventedSampleStore::samplesOnTheWay)
                .description("Samples sent to the broker that the store has not processed yet").register(registry);
        FunctionCounter.builder("caravan.events.untold", told, EventedSampleStore::untold)
                .description("Sample events that only the store received, because the broker did not accept them").register(registry);
        Gauge.builder("caravan.spool.samples", kept, store -> store instanceof InfluxSampleStore influx ? influx.waiting() : 0)
                .description("Samples on disk that InfluxDB has not received yet; 0 without InfluxDB").register(registry);
        FunctionCounter.builder("caravan.lookout.results", probeAgents, AgentSynchronisation::fetched)
                .description("Fetched results that sites measured while the server was unreachable").register(registry);
        FunctionCounter.builder("caravan.lookout.dropped", probeAgents, AgentSynchronisation::dropped)
                .description("Results that sites measured while the server was unreachable and discarded, because the limit was exceeded")
                .register(registry);
        if (broker.storeUsed().isPresent()) {
            Gauge.builder("caravan.broker.store.used", broker, home -> home.storeUsed().orElse(0) / 100.0).baseUnit("ratio")
                    .description("Fraction of the broker's disk space that queued messages use").register(registry);
        }
        this.copies = new LabelledGauge(registry, "caravan.copies", null, "Copies of the target plans");
        this.deployments = new LabelledGauge(registry, "caravan.deployments", null, "Deployments in the journal, by state");
    }

    @Scheduled(initialDelay = 2_000, fixedDelay = 5_000)
    void renew() {
        List<DeploymentPlan> plans = targets.all();
        Map<Tags, Double> byHost = new HashMap<>();
        plans.forEach(plan -> plan.instances().forEach(placed -> byHost.merge(tags(plan, placed), 1.0, Double::sum)));
        copies.renew(byHost);
        List<Long> ids = plans.stream().flatMap(plan -> runs.runs(plan.application()).stream()).toList();
        if (!ids.equals(counted) || !runs.unfinished().isEmpty()) {
            countDeployments(plans);
            counted = runs.unfinished().isEmpty() ? ids : List.of();
        }
    }

    /** Reads the whole journal, so it is called only after a change. */
    private void countDeployments(List<DeploymentPlan> plans) {
        Map<Tags, Double> byState = plans.stream()
                .flatMap(plan -> StoredRows.readable(runs.runs(plan.application()), runs::run).stream().map(run -> tags(plan, run)))
                .collect(Collectors.groupingBy(tags -> tags, Collectors.summingDouble(one -> 1)));
        deployments.renew(byState);
    }

    private static Tags tags(DeploymentPlan plan, InstancePlacement placed) {
        return Tags.of("application", plan.application(), "component", placed.instance().componentId(), "site", placed.siteId(), "host",
                placed.hostId());
    }

    private static Tags tags(DeploymentPlan plan, ExecutionReport run) {
        return Tags.of("application", plan.application(), "state", run.state().name().toLowerCase(Locale.ROOT));
    }
}
