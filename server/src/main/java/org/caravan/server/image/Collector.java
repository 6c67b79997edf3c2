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
import org.caravan.api.image.ImageCollectionView.OnHost;
import org.caravan.api.image.ImageCollectionView;
import org.caravan.image.ContentDigest;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageRepository;
import org.caravan.image.Layer;
import org.caravan.image.LayerFolder.Kept;
import org.caravan.infrastructure.Host;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.infrastructure.Adapters;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.leading.LeaderStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Garbage collection of layers: in the repository, layers that no manifest names; on a host, layers that no copy uses and no current or
 * pending plan needs. Both only after a grace period: a build names its layers last, and a rollback needs the images of an earlier plan
 * quickly. Files of interrupted calls on hosts are removed too.
 */
@Component
class Collector {

    private static final Logger LOG = LoggerFactory.getLogger(Collector.class);

    private final ImageRepository repository;
    private final ImageUses uses;
    private final Infrastructures infrastructures;
    private final Adapters adapters;
    private final Duration grace;
    private final LeaderStatus leads;
    private final Decisions decisions;
    private final Clock clock;

    Collector(ImageRepository repository, ImageUses uses, Infrastructures infrastructures, Adapters adapters, Settings settings,
            LeaderStatus leads, Decisions decisions, Clock clock) {
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
            ImageCollectionView gone = collect(true, grace);
            note(gone);
            LOG.info("images: {} layers and {} bytes collected, {} bytes on hosts", gone.layers().size(), gone.freedBytes(),
                    gone.hosts().stream().mapToLong(OnHost::freedBytes).sum());
        } catch (ImageFault fault) {
            LOG.warn("images are not collected: {}", fault.getMessage());
        }
    }

    private void note(ImageCollectionView gone) {
        long onHosts = gone.hosts().stream().mapToLong(OnHost::freedBytes).sum();
        if (gone.freedBytes() + onHosts > 0) {
            decisions.note(DecisionRecord.of(BuiltInRule.IMAGES_COLLECTED, "No manifest refers to them, or no copy or plan uses them.",
                    "They are deleted.")
                    .about(gone.layers()).with("freed in the repository", gone.freedBytes() / 1e6, "MB")
                    .with("freed on hosts", onHosts / 1e6, "MB")
                    .with("unused for at least", grace.toMinutes(), "min"));
        }
    }

    /**
     * @param unusedFor grace period; values below one minute count as one minute, because a layer may be about to be named by a manifest
     */
    ImageCollectionView collect(boolean onHosts, Duration unusedFor) {
        Instant since = clock.instant().minus(unusedFor.compareTo(Duration.ofMinutes(1)) < 0 ? Duration.ofMinutes(1) : unusedFor);
        List<Kept> gone = repository.layers().collect(named(), since);
        return new ImageCollectionView(gone.stream().map(layer -> layer.digest().toString()).toList(),
                gone.stream().mapToLong(Kept::size).sum(),
                onHosts ? hosts().parallelStream().map(host -> collect(host, unusedFor)).toList() : List.of());
    }

    private Set<ContentDigest> named() {
        // An unreadable manifest could name any layer; then no layer is removed.
        return repository.requireAll().stream().flatMap(index -> index.manifests().stream()).flatMap(manifest -> manifest.layers().stream())
                .map(Layer::digest).collect(Collectors.toSet());
    }

    private List<Host> hosts() {
        return infrastructures.current().stream().flatMap(infrastructure -> infrastructure.hosts().stream()).toList();
    }

    private OnHost collect(Host host, Duration unusedFor) {
        Set<String> unknown = uses.unknown();
        if (!unknown.isEmpty()) {
            return new OnHost(host.id(), 0,
                    Optional.of("The plan in force of " + unknown
                    + " cannot be read, so any layer may be in use.\nMaybe look at GET /api/v1/health."));
        }
        try {
            CloudAdapter adapter = adapters.of(host);
            adapter.tidy(host);
            long freed = adapter.removeLayers(host, wantedOn(host.id()), unusedFor).value();
            return new OnHost(host.id(), freed, Optional.empty());
        } catch (AdapterFault fault) {
            return new OnHost(host.id(), 0, Optional.of(fault.getMessage()));
        }
    }

    /** Layers of all architectures, because the host's architecture is not needed to decide this. */
    Set<String> wantedOn(String hostId) {
        return uses.all().stream().filter(use -> use.hostId().equals(hostId)).map(ImageUses.Use::image).distinct()
                .flatMap(name -> repository.find(name).stream()).flatMap(index -> index.manifests().stream())
                .flatMap(manifest -> manifest.layers().stream()).map(layer -> layer.digest().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Hosts that have all of these layers. */
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
