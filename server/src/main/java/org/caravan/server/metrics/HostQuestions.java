package org.caravan.server.metrics;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.apache.camel.ProducerTemplate;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CloudAdapter;
import org.caravan.adapter.HostUsage;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Isp;
import org.caravan.json.Json;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.LinkReading;
import org.caravan.measure.metric.Reading;
import org.caravan.measure.metric.RouterObservation;
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
    /** Each event is synchronised to the disks of broker and store; an event per host would keep them busy where there are thousands. */
    private static final int HOSTS_PER_EVENT = 100;
    private static final Duration BETWEEN_EVENTS = Duration.ofSeconds(1);

    private final Settings.Metrics settings;
    private final TaskScheduler scheduler;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final ReadingConsumer consumer;
    private final ProducerTemplate producer;
    private final LeaderStatus leads;
    private final ReadingNeeds needs;
    private final EntryObservations entries;
    private final Clock clock;
    private final Map<String, Rates> rates = new ConcurrentHashMap<>();
    private final Map<String, BandwidthRates> bandwidth = new ConcurrentHashMap<>();
    private final Map<String, Boolean> underWay = new ConcurrentHashMap<>();
    private final Queue<ReadingEvent> waiting = new ConcurrentLinkedQueue<>();
    private ExecutorService threads;

    HostQuestions(Settings settings, TaskScheduler scheduler, Infrastructures infrastructures, Adapters adapters, ReadingConsumer consumer,
            ProducerTemplate producer, LeaderStatus leads, ReadingNeeds needs,
            EntryObservations entries, Clock clock) {
        this.entries = entries;
        this.settings = settings.metrics();
        this.scheduler = scheduler;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.consumer = consumer;
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
        scheduler.scheduleWithFixedDelay(this::publishWaiting, BETWEEN_EVENTS);
    }

    /** Skips hosts whose previous poll is still running, so that polls never accumulate. */
    private void askAll() {
        if (!leads.now()) {
            entries.follow();
            return;
        }
        if (settings.used()) {
            askNames();
        }
        Set<String> needed = needs.hosts();
        infrastructures.current().filter(any -> settings.used() || !needed.isEmpty()).ifPresent(infrastructure -> infrastructure.sites()
                .stream().flatMap(site -> site.hosts().stream())
                .filter(host -> settings.used() || needed.contains(host.id()))
                .filter(host -> adapters.of(host).capabilities().contains(Capability.USAGE))
                .filter(host -> underWay.putIfAbsent(host.id(), true) == null)
                .forEach(host -> threads.execute(() -> ask(host))));
    }

    private void askNames() {
        List<EntryObservation> queries = entries.ofNames(clock.instant());
        if (!queries.isEmpty()) {
            waiting.add(new ReadingEvent("", List.of(), List.of(), List.of(), List.of(), queries));
        }
    }

    private void ask(Host host) {
        try {
            CloudAdapter adapter = adapters.of(host);
            HostUsage usage = adapter.usage(host);
            Instant now = clock.instant();
            Set<String> links = linksOfSite(host);
            waiting.add(new ReadingEvent("", rates.computeIfAbsent(host.id(), Rates::new).of(usage, now), routers(usage, now),
                    bandwidth.computeIfAbsent(host.id(), BandwidthRates::new).of(usage, now).stream()
                            .filter(link -> links.contains(link.ispId())).toList(),
                    List.of(new LinkQuotas.Report(host.id(), usage.quotas().stream().filter(use -> links.contains(use.ispId())).toList(),
                            now)), entries.ofHost(usage, now)));
        } catch (AdapterFault fault) {
            LOG.debug("host {} does not report its resource usage: {}", host.id(), fault.getMessage());
        } catch (RuntimeException e) {
            LOG.warn("the resource usage of host {} is not read: {}", host.id(), e.getMessage());
        } finally {
            underWay.remove(host.id());
        }
    }

    /** A host says nothing about the access links of other sites. */
    private Set<String> linksOfSite(Host host) {
        return infrastructures.current().stream().flatMap(infrastructure -> infrastructure.sites().stream())
                .filter(site -> site.hosts().stream().anyMatch(other -> other.id().equals(host.id())))
                .flatMap(site -> site.isps().stream()).map(Isp::id).collect(Collectors.toSet());
    }

    /** Routers of earlier versions do not say whose requests they count. */
    private static List<RouterObservation> routers(HostUsage usage, Instant at) {
        List<RouterObservation> routers = new ArrayList<>();
        usage.requests().forEach((id, counts) -> {
            if (!counts.usersId().isEmpty()) {
                SortedMap<String, String> texts = new TreeMap<>();
                counts.byRequest().forEach((request, sum) -> texts.put(request, sum.text()));
                routers.add(new RouterObservation(id.application(), id.label(), counts.usersId(), counts.start(), at, texts));
            }
        });
        return routers;
    }

    /** Puts the answers of many hosts into one event. */
    private void publishWaiting() {
        while (!waiting.isEmpty()) {
            List<Reading> readings = new ArrayList<>();
            List<RouterObservation> routers = new ArrayList<>();
            List<LinkReading> links = new ArrayList<>();
            List<LinkQuotas.Report> quotas = new ArrayList<>();
            List<EntryObservation> clients = new ArrayList<>();
            for (int hosts = 0; hosts < HOSTS_PER_EVENT && !waiting.isEmpty(); hosts++) {
                ReadingEvent answer = waiting.remove();
                readings.addAll(answer.readings());
                routers.addAll(answer.routers());
                links.addAll(answer.bandwidth());
                quotas.addAll(answer.quotas());
                clients.addAll(answer.entries());
            }
            try {
                tell(new ReadingEvent(UUID.randomUUID().toString(), readings, routers, links, quotas, clients));
            } catch (RuntimeException e) {
                LOG.warn("the resource usage of hosts is not stored: {}", e.getMessage());
            }
        }
    }

    /** Publishes the readings as an event. If the broker rejects it, the readings are stored directly, as for samples. */
    private void tell(ReadingEvent event) {
        try {
            producer.sendBody(EventRoutes.TELL_METRICS, Json.write(event));
        } catch (RuntimeException untold) {
            consumer.store(event);
        }
    }

    @PreDestroy
    void end() {
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
