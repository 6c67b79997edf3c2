package org.caravan.server.infrastructure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.caravan.canonical.Digest;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.dsl.CaravanLanguage;
import org.caravan.dsl.ParsedModels;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.json.Json;
import org.caravan.server.Settings;
import org.caravan.server.events.Event;
import org.caravan.server.events.Events;
import org.caravan.server.rest.Precondition;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** The current infrastructure of the server. */
@Component
public class Infrastructures {

    private static final Logger LOG = LoggerFactory.getLogger(Infrastructures.class);
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final InfrastructureStore store;
    private final HostUse hostUses;
    private final Adapters adapters;
    private final Events events;
    private final LatestTexts texts;
    private final CurrentInfrastructure inForce;
    private final boolean shared;
    private long revision;
    private final AtomicLong lookedAt = new AtomicLong(System.nanoTime());

    Infrastructures(InfrastructureStore store, HostUse hostUses, Adapters adapters, CurrentInfrastructure inForce, Events events,
            LatestTexts texts, Settings settings) {
        this.shared = settings.database().used();
        this.store = store;
        this.hostUses = hostUses;
        this.adapters = adapters;
        this.inForce = inForce;
        this.events = events;
        this.texts = texts;
    }

    /** The current infrastructure. A change accepted by another server is visible after at most 1 s. */
    public Optional<Infrastructure> current() {
        Optional<Infrastructure> known = inForce.get();
        if (known.isEmpty()) {
            renew();
        } else if (shared && lookIsDue()) {
            try {
                renew();
            } catch (DataAccessException away) {
                // Deployments in progress and the name service continue with the known infrastructure.
                LOG.warn("it is unknown whether the infrastructure has changed: {}", away.getMessage());
            }
        }
        return inForce.get();
    }

    /**
     * Checks immediately for an infrastructure that another server accepted. Required before planning, probing and deployment, which must
     * not start with an outdated one.
     *
     * @throws DataAccessException if the database is unavailable
     */
    public void look() {
        if (shared) {
            renew();
        }
    }

    /** True for only one of several concurrent callers, so that the others do not wait for an unavailable database. */
    private boolean lookIsDue() {
        long last = lookedAt.get();
        return System.nanoTime() - last > FRESH.toNanos() && lookedAt.compareAndSet(last, System.nanoTime());
    }

    private synchronized void renew() {
        long latest = store.revision();
        if (latest != revision) {
            store.latest().map(files -> CaravanLanguage.parse(files).infrastructures().get(0)).ifPresent(this::comeIntoForce);
            revision = latest;
        }
    }

    public Infrastructure required() {
        return current().orElseThrow(() -> ProblemException.conflict("no-infrastructure",
                "The server has no infrastructure yet.", "send one with PUT /api/v1/infrastructure."));
    }

    /** The current texts by file name; empty before the first infrastructure. */
    public Map<String, String> files() {
        return store.latest().orElse(Map.of());
    }

    /** Digest of the current texts; empty before the first infrastructure. */
    Optional<String> digest() {
        return store.latest().map(Infrastructures::digest);
    }

    static String digest(Map<String, String> files) {
        return Digest.of(Json.write(files));
    }

    public Infrastructure accept(Map<String, String> files) {
        return accept(files, Precondition.NONE);
    }

    /** @throws RejectedInput with all problems; the current infrastructure is then unchanged */
    synchronized Infrastructure accept(Map<String, String> files, Precondition wanted) {
        wanted.check("infrastructure", store.readable().map(Infrastructures::digest));
        Infrastructure infrastructure = read(files);
        adapters.check(infrastructure);
        keepUsedHosts(infrastructure);
        if (!store.readable().equals(Optional.of(files))) {
            store.add(infrastructure.name(), files);
        }
        revision = store.revision();
        comeIntoForce(infrastructure);
        LOG.info("infrastructure {} accepted: {} sites, {} hosts", infrastructure.name(),
                infrastructure.sites().size(), infrastructure.hosts().size());
        events.publish(new Event.InfrastructureChanged(infrastructure.name()));
        return infrastructure;
    }

    private void comeIntoForce(Infrastructure infrastructure) {
        adapters.use(infrastructure);
        inForce.set(infrastructure);
    }

    private Infrastructure read(Map<String, String> files) {
        ParsedModels parsed = texts.of(files).against(List.of());
        if (parsed.hasErrors()) {
            throw new RejectedInput(parsed.diagnostics());
        }
        if (parsed.infrastructures().size() != 1) {
            throw new RejectedInput(List.of(Diagnostic.error("one-infrastructure",
                    "The files declare " + parsed.infrastructures().size() + " infrastructures, not one.",
                    "send the files of one infrastructure only.")));
        }
        return parsed.infrastructures().get(0);
    }

    /** Rejects the removal of a host with copies, because they could never be cleaned up; likewise a changed rental. */
    private void keepUsedHosts(Infrastructure infrastructure) {
        Map<String, Host> kept = infrastructure.hosts().stream().collect(Collectors.toMap(Host::id, host -> host));
        Map<String, Host> former = inForce.get().stream().flatMap(now -> now.hosts().stream())
                .collect(Collectors.toMap(Host::id, host -> host));
        boolean renamed = inForce.get().filter(now -> !now.name().equals(infrastructure.name())).isPresent();
        List<Diagnostic> lost = new ArrayList<>();
        hostUses.applicationByHost().forEach((hostId, application) -> {
            Host now = kept.get(hostId);
            if (now == null) {
                lost.add(inUse("no longer has host (" + hostId + ")", application, "keep the host"));
            } else if (former.containsKey(hostId) && !former.get(hostId).rental().equals(now.rental())) {
                lost.add(inUse("rents host (" + hostId + ") otherwise", application, "keep its region, offer and image"));
            } else if (renamed && now.rental().isPresent()) {
                lost.add(inUse("has another name, by which the machine of host (" + hostId + ") would not be found",
                        application, "keep the name"));
            }
        });
        if (!lost.isEmpty()) {
            throw new RejectedInput(lost);
        }
    }

    private static Diagnostic inUse(String what, String application, String way) {
        return Diagnostic.error("host-in-use",
                "The infrastructure " + what + ", on which application (" + application + ") has instances.",
                "delete the application first, or " + way + ".");
    }
}
