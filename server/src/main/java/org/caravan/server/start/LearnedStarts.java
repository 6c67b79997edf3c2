package org.caravan.server.start;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.application.Goal;
import org.caravan.forecast.StartTimes;
import org.caravan.forecast.StartTimes.Content;
import org.caravan.forecast.StartTimes.Estimate;
import org.caravan.image.ImageFault;
import org.caravan.image.ImageIndex;
import org.caravan.image.ImageRepository;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.problem.PlacementProblem.LearnedStart;
import org.caravan.server.Settings;
import org.caravan.server.infrastructure.CurrentInfrastructure;
import org.caravan.unit.Millis;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Start times of copies learned from deployments, for plans and for rules that scale by forecasts. If the store fails, nothing is known.
 * Thread-safe.
 */
@org.springframework.stereotype.Component
public class LearnedStarts {

    private static final Logger LOG = LoggerFactory.getLogger(LearnedStarts.class);
    /** Starts that were recorded are known after this time. */
    private static final Duration READ_AGAIN = Duration.ofSeconds(30);
    private static final int[] R10 = {100, 125, 160, 200, 250, 315, 400, 500, 630, 800};

    private final StartTimeStore store;
    private final ImageRepository images;
    private final Supplier<Optional<Infrastructure>> current;
    private final boolean used;
    private final Clock clock;
    private Read read;

    private record Read(StartTimes times, List<StartTimeStore.Kept> starts, Instant at) {}

    @Autowired
    LearnedStarts(StartTimeStore store, ImageRepository images, CurrentInfrastructure current, Settings settings, Clock clock) {
        this(store, images, current::get, settings.learnedStartTimes(), clock);
    }

    /** @param used whether plans and rules use start times */
    LearnedStarts(StartTimeStore store, ImageRepository images, Supplier<Optional<Infrastructure>> current, boolean used, Clock clock) {
        this.current = current;
        this.store = store;
        this.images = images;
        this.used = used;
        this.clock = clock;
    }

    /** Estimate of one start. @param host of the infrastructure */
    Optional<Estimate> estimate(String form, String image, Host host, Infrastructure infrastructure) {
        return now().times().estimate(form, host.id(), host.hostTypeId(), image, new Contents(infrastructure).of(image, host));
    }

    /** Digest of the present content of the image for the host; empty if the repository does not have it. */
    Optional<String> version(String image, Host host, Infrastructure infrastructure) {
        return new Contents(infrastructure).of(image, host).map(Content::version);
    }

    /** Contents of images during one call: thousands of hosts have a handful of architectures. */
    private final class Contents {

        private final Infrastructure infrastructure;
        private final Map<String, Optional<ImageIndex>> indexes = new HashMap<>();
        private final Map<Of, Optional<Content>> contents = new HashMap<>();

        private record Of(String image, Architecture architecture) {}

        Contents(Infrastructure infrastructure) {
            this.infrastructure = infrastructure;
        }

        Optional<Content> of(String image, Host host) {
            return contents.computeIfAbsent(new Of(image, architecture(host)), of -> index(image)
                    .flatMap(index -> index.manifest(of.architecture()))
                    .map(manifest -> new Content(manifest.digest().toString(), manifest.size().value())));
        }

        /** Whether the image is only for other architectures. */
        boolean excludes(String image, Host host) {
            return index(image).filter(index -> index.manifest(architecture(host)).isEmpty()).isPresent();
        }

        private Architecture architecture(Host host) {
            return infrastructure.hostTypeOf(host.id()).architecture();
        }

        /** A damaged image cannot be sent, but this is reported where it is used. */
        private Optional<ImageIndex> index(String image) {
            return indexes.computeIfAbsent(image, name -> {
                try {
                    return images.find(name);
                } catch (ImageFault damaged) {
                    return Optional.empty();
                }
            });
        }
    }

    /**
     * For plans: start times of the forms of the model on hosts that support them, at most one of each host, form and image, rounded to ten
     * steps a decade, at most 13 % off, so that hosts that differ by noise stay equal. A host is left out if the time to send it the image
     * is unknown, and starts of other images do not replace a stated start-up time. Empty if the model has no goal on startup, or the
     * setting is off.
     */
    public List<LearnedStart> of(ApplicationModel model, Infrastructure infrastructure) {
        if (!used || Goal.weight(model.goals(), Goal.MinimiseStartup.class) <= 0) {
            return List.of();
        }
        StartTimes times = now().times();
        Contents contents = new Contents(infrastructure);
        List<Form> forms = model.components().stream().flatMap(component -> component.forms().stream()).toList();
        List<Kind> kinds = forms.stream().map(form -> new Kind(form.kind(), form.image(), forms.stream().anyMatch(other ->
                other.kind() == form.kind() && other.image().equals(form.image()) && other.startup().isPresent()))).distinct().toList();
        return infrastructure.hosts().stream().flatMap(host -> kinds.stream().filter(kind -> host.formKinds().contains(kind.form()))
                .flatMap(kind -> times.estimate(kind.form().toString(), host.id(), host.hostTypeId(), kind.image(),
                        contents.of(kind.image(), host))
                        .filter(known -> !kind.stated() || known.basis().ofImage())
                        .filter(known -> known.transfer().isPresent() || contents.of(kind.image(), host).isEmpty())
                        .map(known -> new LearnedStart(host.id(), kind.form(), kind.image(),
                                rounded(known.expected()))).stream())).toList();
    }

    /** @param stated whether a form of the model states its start-up time */
    private record Kind(FormKind form, String image, boolean stated) {}

    /** To a preferred number of the series R10 of ISO 3. */
    private static Millis rounded(Duration time) {
        double millis = Math.max(1, time.toNanos() / 1e6);
        long steps = Math.round(Math.log10(millis) * R10.length);
        return new Millis(R10[(int) (steps % R10.length)] * Math.pow(10, steps / R10.length) / 100);
    }

    /**
     * Time that is late enough for a copy of the component wherever the planner places it: the slowest of all hosts that support one of its
     * forms, with the transfer of the image to hosts that are not known to have it and the start-up of machines that are provisioned on
     * demand. Empty if it is unknown on one of them, or the setting is off.
     */
    public Optional<Duration> slowest(Component component) {
        return used ? current.get().flatMap(infrastructure -> slowest(component, infrastructure)) : Optional.empty();
    }

    private Optional<Duration> slowest(Component component, Infrastructure infrastructure) {
        StartTimes times = now().times();
        Contents contents = new Contents(infrastructure);
        List<Optional<Duration>> all = infrastructure.hosts().stream().flatMap(host -> component.forms().stream()
                .filter(form -> host.formKinds().contains(form.kind()) && !contents.excludes(form.image(), host))
                .map(form -> times.estimate(form.kind().toString(), host.id(), host.hostTypeId(), form.image(),
                        contents.of(form.image(), host)).filter(known -> known.transfer().isPresent())
                        .flatMap(known -> machine(host, infrastructure).map(known.late()::plus)))).toList();
        return all.stream().allMatch(Optional::isPresent) ? all.stream().flatMap(Optional::stream).max(Comparator.naturalOrder())
                : Optional.empty();
    }

    /** Time until the machine of the host accepts copies; empty if it is unknown. */
    private static Optional<Duration> machine(Host host, Infrastructure infrastructure) {
        return host.rental().isEmpty() ? Optional.of(Duration.ZERO) : infrastructure.hostTypeOf(host.id()).startup()
                .map(startup -> Duration.ofMillis((long) Math.ceil(startup.value())));
    }

    /** Completed starts, newest first. */
    List<StartTimeStore.Kept> starts() {
        return now().starts();
    }

    /** Rate at which the host receives and unpacks images, in bytes per second. */
    Optional<Double> rate(String hostId) {
        return now().times().rate(hostId);
    }

    /** The next answer contains the starts that are recorded until then. */
    synchronized void readAgain() {
        read = null;
    }

    private synchronized Read now() {
        Instant now = clock.instant();
        if (read == null || Duration.between(read.at(), now).abs().compareTo(READ_AGAIN) >= 0) {
            try {
                List<StartTimeStore.Kept> starts = store.starts();
                read = new Read(new StartTimes(starts.stream().map(StartTimeStore.Kept::start).toList(), store.transfers()), starts, now);
            } catch (RuntimeException away) {
                LOG.warn("no start times are known: {}", away.getMessage());
                return new Read(new StartTimes(List.of(), List.of()), List.of(), now);
            }
        }
        return read;
    }
}
