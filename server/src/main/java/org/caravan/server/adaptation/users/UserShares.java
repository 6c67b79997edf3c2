package org.caravan.server.adaptation.users;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Users;
import org.caravan.measure.metric.EntryObservation;
import org.caravan.measure.metric.EntryStore;
import org.caravan.measure.metric.RequestStore;
import org.caravan.rules.ActionKind;
import org.caravan.rules.Autonomy;
import org.caravan.server.Settings;
import org.caravan.server.UsersSettings;
import org.caravan.server.adaptation.users.UsersWindow.Shares;
import org.caravan.server.adaptation.users.UsersWindow.Source;
import org.caravan.server.decision.OwnerChoices;
import org.caravan.server.planning.ProblemSource;
import org.caravan.unit.RequestRate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Where the users of applications are: measured shares of their groups, and models with rates by these shares. In memory: after a restart,
 * shares are known when a window has passed. Thread-safe.
 */
@Component
class UserShares implements ProblemSource.UsersNow {

    /** Time after which counts are summed from a new begin: the longer ago it is, the more rows are read. */
    private static final Duration SUMMED = Duration.ofMinutes(2);
    /** A reading may be stored this long after its time. */
    private static final Duration LATE = Duration.ofMinutes(1);
    /** Difference of shares from which a note names both. */
    private static final double NOTED = 0.005;
    /** Intervals of readings in a window. Two without a reading, until the host counts as silent, then move no share by 30 %. */
    private static final int READINGS = 4;

    private final RequestStore requests;
    private final EntryStore entries;
    private final OwnerChoices choices;
    private final Duration window;
    private final double share;
    private final Map<String, UsersWindow> windows = new HashMap<>();
    /** The newest known shares by application: where users are silent, they are assumed to be where they were. */
    private final Map<String, Shares> known = new ConcurrentHashMap<>();
    private Instant begin;
    private Map<Key, Long> before = Map.of();

    private record Key(String application, String usersId, Source source) {}

    @Autowired
    UserShares(RequestStore requests, EntryStore entries, OwnerChoices choices, Settings settings) {
        this(requests, entries, choices, settings.adaptation().users(), settings.metrics().every());
    }

    /** @param every interval of readings; the window is at least four of them */
    UserShares(RequestStore requests, EntryStore entries, OwnerChoices choices, UsersSettings settings, Duration every) {
        this.requests = requests;
        this.entries = entries;
        this.choices = choices;
        Duration least = every.multipliedBy(READINGS);
        this.window = settings.window().compareTo(least) < 0 ? least : settings.window();
        this.share = settings.share();
    }

    /**
     * Reads what was counted since the call before.
     *
     * @param deployed names of all deployed applications; of others, all is forgotten
     * @param models of those whose model can be read
     * @param incomplete applications of which counts are missing now: their windows begin again, and what was known of them stays
     * @return measured shares by application; those that are not known now have none
     */
    synchronized Map<String, SortedMap<String, Double>> observe(Set<String> deployed, Collection<ApplicationModel> models,
            Set<String> incomplete, Instant now) {
        Map<String, ApplicationModel> byName = models.stream().filter(model -> model.users().size() > 1)
                .collect(Collectors.toMap(ApplicationModel::name, model -> model));
        windows.keySet().retainAll(deployed);
        known.keySet().retainAll(deployed);
        if (byName.isEmpty()) {
            begin = null;
            return Map.of();
        }
        boolean first = begin == null;
        if (first) {
            begin = summedFrom(now);
        }
        Map<Key, Long> counts = counts(byName.keySet());
        Map<String, SortedMap<String, Double>> measured = new TreeMap<>();
        byName.forEach((name, model) -> {
            UsersWindow its = windows.computeIfAbsent(name, any -> new UsersWindow(window, share));
            if (incomplete.contains(name)) {
                its.reset();
                return;
            }
            its.add(now, increments(name, first ? counts : before, counts));
            its.shares(model, now).ifPresent(shares -> {
                known.put(name, shares);
                measured.put(name, shares.byGroup());
            });
        });
        before = counts;
        if (Duration.between(begin, now).compareTo(SUMMED.plus(LATE)) > 0) {
            begin = summedFrom(now);
            before = counts(byName.keySet());
        }
        return measured;
    }

    private static Instant summedFrom(Instant now) {
        return now.minus(LATE).truncatedTo(ChronoUnit.MINUTES);
    }

    private Map<Key, Long> counts(Set<String> applications) {
        Map<Key, Long> counts = new HashMap<>();
        for (String application : applications) {
            requests.minutes(application, begin).forEach(minute -> counts.merge(
                    new Key(application, minute.usersId(), Source.REQUESTS), minute.counts().answered(), Long::sum));
            entries.entries(application, begin).stream().filter(sum -> sum.source() != EntryObservation.Source.ROUND_TRIPS)
                    .forEach(sum -> counts.merge(new Key(application, sum.usersId(), Source.valueOf(sum.source().name())),
                            sum.counts().received(), Long::sum));
        }
        return counts;
    }

    private static Map<Source, Map<String, Long>> increments(String application, Map<Key, Long> before, Map<Key, Long> now) {
        Map<Source, Map<String, Long>> increments = new EnumMap<>(Source.class);
        now.forEach((key, count) -> {
            if (key.application().equals(application)) {
                increments.computeIfAbsent(key.source(), any -> new HashMap<>())
                        .put(key.usersId(), Math.max(0, count - before.getOrDefault(key, 0L)));
            }
        });
        return increments;
    }

    /** Whether the owner wants the application to follow its users, automatically or by proposals. */
    @Override
    public boolean followed(String application) {
        return choices.chosen(application, ActionKind.FOLLOW).orElseGet(ActionKind.FOLLOW::preset) != Autonomy.OBSERVE;
    }

    @Override
    public ApplicationModel in(ApplicationModel model) {
        Shares shares = followed(model.name()) ? known.get(model.name()) : null;
        return shares == null ? model : in(model, shares.byGroup());
    }

    /**
     * The model whose groups send the same requests together, divided by these shares. A pure function.
     *
     * @param shares by group; groups without a share, or shares of no group, leave the model as it is
     */
    static ApplicationModel in(ApplicationModel model, SortedMap<String, Double> shares) {
        double all = model.users().stream().mapToDouble(group -> group.rate().value()).sum();
        if (all <= 0 || !shares.keySet().equals(model.users().stream().map(Users::id).collect(Collectors.toSet()))) {
            return model;
        }
        return model.withUsers(model.users().stream().map(group -> group.withRate(new RequestRate(all * shares.get(group.id())))).toList());
    }

    /** Shares of the groups by the rates of a model; equal ones if all rates are 0. */
    static SortedMap<String, Double> of(ApplicationModel model) {
        double all = model.users().stream().mapToDouble(group -> group.rate().value()).sum();
        SortedMap<String, Double> shares = new TreeMap<>();
        model.users().forEach(group -> shares.put(group.id(), all > 0 ? group.rate().value() / all : 1.0 / model.users().size()));
        return shares;
    }

    @Override
    public List<String> notes(ApplicationModel without, ApplicationModel planned) {
        SortedMap<String, Double> before = of(without);
        SortedMap<String, Double> now = of(planned);
        String source = Optional.ofNullable(known.get(planned.name())).map(Shares::source).map(Source::text).orElse("requests");
        return planned.users().stream().filter(group -> Math.abs(now.get(group.id())
                - before.getOrDefault(group.id(), 0.0)) >= NOTED).map(group -> String.format(Locale.ROOT,
                "users %s: %.0f %% of all requests (%s requests/s), measured by %s over %d s, instead of %.0f %%", group.id(),
                100 * now.get(group.id()), number(group.rate()), source, window.toSeconds(),
                100 * before.getOrDefault(group.id(), 0.0))).sorted().toList();
    }

    private static String number(RequestRate rate) {
        return new BigDecimal(rate.value()).round(new MathContext(3)).stripTrailingZeros().toPlainString();
    }
}
