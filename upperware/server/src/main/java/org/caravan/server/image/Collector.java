package org.caravan.server.image;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.CloudAdapter;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.image.LayerFolder.Kept;
import org.caravan.infrastructure.Host;
import org.caravan.server.Settings;
import org.caravan.server.decision.Decided;
import org.caravan.server.decision.Decisions;
import org.caravan.server.decision.OwnRule;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.Leads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Throws away layers that nothing uses: in the repository those that no manifest names, on a host those that no copy there
 * stands on and no plan, in force or pending, wants there. Both only after a grace: a build names its layers last, and
 * who goes back to an earlier plan wants its images quickly. What calls cut short have left on hosts goes with them.
 */
@Component
class Collector {

    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);

    private final ImageRepository repository;
    private final ImageUses uses;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Duration grace;
    private final Leads leads;
    private final Decisions decisions;
    private final Clock clock;

    Collector(ImageRepository repository, ImageUses uses, Infrastructures infrastructures, Adapters adapters, Settings settings, Leads leads, Decisions decisions, Clock clock) {
        this.repository = repository;
        this.uses = uses;
        this.infrastructures = infrastructures;
        this.adapters = adapters;
        this.grace = settings.imageTransfer().keepUnused();
        this.decisions = decisions;
        this.leads = leads;
        this.clock = clock;
    }

    @Scheduled(initialDelayString = "PT10M", fixedDelayString = "PT6H")
    void collectAtTimes() {
        if (!leads.now()) {
            return;
        }
        try {
            Collection gone = collect(true, grace);
            note(gone);
            LOG.info("images: {} layers and {} bytes collected, {} bytes on hosts", gone.layers().size(), gone.freedBytes(),
                    gone.hosts().stream().mapToLong(Collection.OnHost::freedBytes).sum());
        } catch (ImageFault fault) {
            LOG.warn("images are not collected: {}", fault.getMessage());
        }
    }

    private void note(Collection gone) {
        long onHosts = gone.hosts().stream().mapToLong(Collection.OnHost::freedBytes).sum();
        if (gone.freedBytes() + onHosts > 0) {
            decisions.note(Decided.of(OwnRule.IMAGES_COLLECTED, "No manifest names them, or no copy and no plan wants them.", "They are gone.")
                    .about(gone.layers()).with("freed in the repository", gone.freedBytes() / 1e6, "MB").with("freed on hosts", onHosts / 1e6, "MB")
                    .with("unused for at least", grace.toMinutes(), "min"));
        }
    }

    /** @param unusedFor at least a minute: a layer may be on its way into a manifest */
    Collection collect(boolean onHosts, Duration unusedFor) {
        Instant since = clock.instant().minus(unusedFor.compareTo(Duration.ofMinutes(1)) < 0 ? Duration.ofMinutes(1) : unusedFor);
        List<Kept> gone = repository.layers().collect(named(), since);
        return new Collection(gone.stream().map(layer -> layer.digest().toString()).toList(), gone.stream().mapToLong(Kept::size).sum(),
                onHosts ? hosts().parallelStream().map(host -> collect(host, unusedFor)).toList() : List.of());
    }

    private Set<ContentDigest> named() {
        // A manifest that cannot be read might name any layer: then nothing is thrown away.
        return repository.requireAll().stream().flatMap(index -> index.manifests().stream()).flatMap(manifest -> manifest.layers().stream())
                .map(Layer::digest).collect(Collectors.toSet());
    }

    private List<Host> hosts() {
        return infrastructures.current().stream().flatMap(infrastructure -> infrastructure.hosts().stream()).toList();
    }

    private Collection.OnHost collect(Host host, Duration unusedFor) {
        Set<String> unknown = uses.unknown();
        if (!unknown.isEmpty()) {
            return new Collection.OnHost(host.id(), 0, Optional.of("The plan in force of " + unknown + " cannot be read, so any layer may be in use.\nMaybe look at GET /api/v1/health."));
        }
        try {
            CloudAdapter adapter = adapters.of(host);
            adapter.tidy(host);
            long freed = adapter.removeLayers(host, wantedOn(host.id()), unusedFor).value();
            return new Collection.OnHost(host.id(), freed, Optional.empty());
        } catch (AdapterFault fault) {
            return new Collection.OnHost(host.id(), 0, Optional.of(fault.getMessage()));
        }
    }

    /** Layers of every architecture: which one the host has is its own affair. */
    Set<String> wantedOn(String hostId) {
        return uses.all().stream().filter(use -> use.hostId().equals(hostId)).map(ImageUses.Use::image).distinct()
                .flatMap(name -> repository.find(name).stream()).flatMap(index -> index.manifests().stream())
                .flatMap(manifest -> manifest.layers().stream()).map(layer -> layer.digest().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Ids of the hosts on which all layers of one of these are. */
    Stream<Host> holders(Set<String> layers) {
        return hosts().parallelStream().filter(host -> holds(host, layers));
    }

    private boolean holds(Host host, Set<String> layers) {
        try {
            return adapters.of(host).layers(host).containsAll(layers);
        } catch (AdapterFault unreachable) {
            return false;
        }
    }
}
