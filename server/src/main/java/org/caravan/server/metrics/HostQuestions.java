package org.caravan.server.metrics;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.ProducerTemplate;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.infrastructure.Host;
import org.caravan.json.Json;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.ReadingStore;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.broker.EventRoutes;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.stereotype.Component;

/** Polls the resource usage of all hosts and their copies at a fixed interval. An unreachable host does not delay other hosts. */
@Component
class HostQuestions {

    private static final Logger LOG = LoggerFactory.getLogger(HostQuestions.class);
    private static final int AT_ONCE = 4;
    private static final Duration NEEDED_EVERY = Duration.ofSeconds(15);

    private final Settings.Metrics settings;
    private final TaskScheduler scheduler;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final ReadingStore store;
    private final ProducerTemplate producer;
    private final LeaderStatus leads;
    private final ReadingNeeds needs;
    private final Clock clock;
    private final Map<String, Rates> rates = new ConcurrentHashMap<>();
    private final Map<String, Boolean> underWay = new ConcurrentHashMap<>();
    private ExecutorService threads;

    HostQuestions(Settings settings, TaskScheduler scheduler, Infrastructures infrastructures, Adapters adapters, ReadingStore store,
            ProducerTemplate producer, LeaderStatus leads, ReadingNeeds needs, Clock clock) {
        this.settings = settings.metrics();
        this.scheduler = scheduler;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.store = store;
        this.producer = producer;
        this.leads = leads;
        this.needs = needs;
        this.clock = clock;
    }

    @PostConstruct
    void begin() {
        Duration every = settings.used() ? settings.every() : NEEDED_EVERY;
        threads = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("metrics"));
        if (settings.used()) {
            LOG.info("the resource usage of hosts and their copies is read every {} s", every.toSeconds());
        }
        scheduler.scheduleAtFixedRate(this::askAll, clock.instant().plus(every), every);
    }

    /** Skips hosts whose previous poll is still running, so that polls never accumulate. */
    private void askAll() {
        if (!leads.now()) {
            return;
        }
        Set<String> needed = needs.hosts();
        infrastructures.current().filter(any -> settings.used() || !needed.isEmpty()).ifPresent(infrastructure -> infrastructure.sites()
                .stream().flatMap(site -> site.hosts().stream())
                .filter(host -> settings.used() || needed.contains(host.id()))
                .filter(host -> adapters.of(host).capabilities().contains(Capability.USAGE))
                .filter(host -> underWay.putIfAbsent(host.id(), true) == null)
                .forEach(host -> threads.execute(() -> ask(host))));
    }

    private void ask(Host host) {
        try {
            CloudAdapter adapter = adapters.of(host);
            tell(rates.computeIfAbsent(host.id(), Rates::new).of(adapter.usage(host), clock.instant()));
        } catch (AdapterFault fault) {
            LOG.debug("host {} does not report its resource usage: {}", host.id(), fault.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("the resource usage of host {} is not stored: {}", host.id(), e.getMessage());
        } finally {
            underWay.remove(host.id());
        }
    }

    /** Publishes the readings as an event. If the broker rejects it, the readings are stored directly, as for samples. */
    private void tell(List<Reading> readings) {
        String id = UUID.randomUUID().toString();
        try {
            producer.sendBody(EventRoutes.TELL_METRICS, Json.write(new ReadingEvent(id, readings)));
        } catch (RuntimeException untold) {
            store.appendOnce(id, readings);
        }
    }

    @PreDestroy
    void end() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
