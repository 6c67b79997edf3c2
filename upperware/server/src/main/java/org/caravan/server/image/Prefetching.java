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
import org.caravan.server.decision.Decided;
import org.caravan.server.decision.Decisions;
import org.caravan.server.decision.OwnRule;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.Leads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Brings images to the hosts that a pending plan chose, before anybody has approved it. A runner-up is not prefetched:
 * a line is worth more than a guess. What a later plan no longer wants is collected as anything unused.
 */
@Component("imagePrefetching")
public class Prefetching {

    private static final Logger LOG = LoggerFactory.getLogger(Prefetching.class);
    private static final int AT_ONCE = 2;

    private final Settings settings;
    private final ImageUses uses;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Leads leads;
    private final JsonMapper json;
    private final Decisions decisions;
    private final Set<String> wanted = ConcurrentHashMap.newKeySet();
    private final ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE, work -> {
        Thread thread = new DaemonThreads("prefetch").newThread(work);
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });

    Prefetching(Settings settings, ImageUses uses, Infrastructures infrastructures, Adapters adapters, Leads leads, JsonMapper json, Decisions decisions) {
        this.settings = settings;
        this.uses = uses;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.leads = leads;
        this.json = json;
        this.decisions = decisions;
    }

    /** Called by the route that reads the events' topic. */
    public void happened(String event) {
        JsonNode happened = json.readTree(event);
        if (leads.now() && settings.imageTransfer().prefetch() && happened.path("type").asString("").equals("plan")
                && happened.path("outcome").asString("").equals("PLANNED")) {
            note(happened, prefetch(happened.path("application").asString("")));
        }
    }

    private void note(JsonNode plan, int begun) {
        if (begun > 0) {
            decisions.note(Decided.of(OwnRule.IMAGES_AHEAD, "A plan waits for approval.", "What of its images is not on its hosts is brought there without hurry.")
                    .by(plan.path("application").asString("")).about(List.of(plan.path("planId").asString(""))).with("images of hosts", begun)
                    .with("rate at most", settings.imageTransfer().prefetchRate(), "Mbit/s"));
        }
    }

    /**
     * Begins to bring what the application's pending plan wants.
     *
     * @return how many images of hosts were asked for and are not under way already
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
                // Nobody waits for it; the deployment will say so if it still fails then.
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
