package org.caravan.server.image;

import jakarta.annotation.PreDestroy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.caravan.adapter.AdapterFault;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.DaemonThreads;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Transfers images to the hosts of a pending plan before it is approved. Alternative hosts are not prefetched, because the uplink's
 * capacity is worth more than a guess. Images that a later plan does not need are garbage-collected like any unused image.
 */
@Component("imagePrefetching")
public class Prefetching {

    private static final Logger LOG = LoggerFactory.getLogger(Prefetching.class);
    private static final int AT_ONCE = 2;

    private final Settings settings;
    private final ImageUses uses;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final LeaderStatus leads;
    private final JsonMapper json;
    private final Decisions decisions;
    private final Set<String> wanted = ConcurrentHashMap.newKeySet();
    private final ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE, work -> {
        Thread thread = new DaemonThreads("prefetch").newThread(work);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });

    Prefetching(Settings settings, ImageUses uses, Infrastructures infrastructures, Adapters adapters, LeaderStatus leads, JsonMapper json,
            Decisions decisions) {
        this.settings = settings;
        this.uses = uses;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.leads = leads;
        this.json = json;
        this.decisions = decisions;
    }

    /** Called by the route that reads the event topic. */
    public void happened(String event) {
        JsonNode happened = json.readTree(event);
        if (leads.now() && settings.imageTransfer().prefetch() && happened.path("type").asString("").equals("plan")
                && happened.path("outcome").asString("").equals("PLANNED")) {
            note(happened, prefetch(happened.path("application").asString("")));
        }
    }

    private void note(JsonNode plan, int begun) {
        if (begun > 0) {
            decisions.note(DecisionRecord.of(BuiltInRule.IMAGES_AHEAD, "A plan waits for approval.",
                    "Missing images are transferred to its hosts at a low rate.")
                    .by(plan.path("application").asString("")).about(List.of(plan.path("planId").asString("")))
                    .with("images of hosts", begun)
                    .with("rate at most", settings.imageTransfer().prefetchRate(), "Mbit/s"));
        }
    }

    /**
     * Starts transfers for the application's pending plan.
     *
     * @return number of pairs of host and image whose transfer was started; transfers already in progress do not count
     */
    int prefetch(String application) {
        Optional<Infrastructure> infrastructure = infrastructures.current();
        return (int) uses.pendingOf(application).stream()
                .flatMap(use -> infrastructure.stream().flatMap(known -> known.hosts().stream())
                        .filter(host -> host.id().equals(use.hostId())).map(host -> begin(host, use.image())))
                .filter(begun -> begun).count();
    }

    private boolean begin(Host host, String image) {
        String key = host.id() + " " + image;
        if (!wanted.add(key)) {
            return false;
        }
        workers.execute(() -> {
            try {
                adapters.of(host).prefetchImage(host, image);
            } catch (AdapterFault fault) {
                // No caller waits; the deployment reports the fault if it persists.
                LOG.info("image {} is not at {} ahead of time: {}", image, host.id(), fault.getMessage().lines().findFirst().orElse(""));
            } catch (RuntimeException fault) {
                LOG.warn("image {} is not at {} ahead of time", image, host.id(), fault);
            } finally {
                wanted.remove(key);
            }
        });
        return true;
    }

    @PreDestroy
    void close() {
        workers.shutdownNow();
    }
}
