package org.caravan.server.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.caravan.rules.ActionKind;
import org.caravan.rules.PastAction;
import org.caravan.server.decision.Action;
import org.caravan.server.decision.Action.State;
import org.caravan.server.decision.ActionLog;
import org.caravan.server.decision.ActionStore.Kept;
import org.caravan.server.decision.DecisionRecord;

/**
 * Decisions of a rehearsal, in memory only, with the same meaning as those that the server stores: a decision is kept once for its key, and
 * limits count actions that began. The number of decisions is limited, so that a rule that oscillates cannot fill the memory. Used by one
 * thread.
 */
final class RehearsedDecisions implements ActionLog {

    static final int MOST = 2_000;
    private static final Set<State> CARRIED_OUT = Set.of(State.DEPLOYING, State.DONE, State.FAILED, State.UNDONE);

    private final Clock clock;
    private final NavigableMap<Long, Entry> entries = new TreeMap<>();
    private final NavigableMap<String, Long> byKey = new TreeMap<>();
    private final Set<Long> open = new HashSet<>();
    private final NavigableMap<Instant, Long> begun = new TreeMap<>();
    private long left;

    /** @param acted when the action began; null before */
    private record Entry(Kept kept, DecisionRecord decided, Instant acted) {}

    /** A decision with its end. @param action empty for a finding that leads to no action */
    record Decision(long number, Instant at, DecisionRecord decided, Optional<Action> action) {}

    RehearsedDecisions(Clock clock) {
        this.clock = clock;
    }

    /** Records a finding that leads to no action. */
    void note(DecisionRecord decided) {
        add(decided, null);
    }

    private Kept add(DecisionRecord decided, Action action) {
        if (entries.size() >= MOST) {
            left++;
            Entry oldest = entries.pollFirstEntry().getValue();
            open.remove(oldest.kept().number());
            Optional.ofNullable(oldest.kept().action()).ifPresent(of -> byKey.remove(of.key(), oldest.kept().number()));
        }
        long number = entries.isEmpty() ? 1 : entries.lastKey() + 1;
        Kept kept = new Kept(number, clock.instant(), decided.rule().word(), decided.application().orElse(""), action);
        entries.put(number, new Entry(kept, decided, null));
        return kept;
    }

    /** Decisions in order of time. */
    List<Decision> all() {
        return entries.values().stream().map(entry -> new Decision(entry.kept().number(), entry.kept().at(), entry.decided(),
                Optional.ofNullable(entry.kept().action()))).toList();
    }

    /** Number of the oldest decisions that were dropped, because there were too many. */
    long dropped() {
        return left;
    }

    @Override
    public Kept keep(DecisionRecord decided, Action action) {
        Optional<Kept> known = Optional.ofNullable(byKey.get(action.key())).map(number -> entries.get(number).kept());
        if (known.isPresent()) {
            return known.get();
        }
        Kept kept = add(decided, action);
        byKey.put(action.key(), kept.number());
        follow(kept);
        return kept;
    }

    @Override
    public Optional<Kept> latestOf(String key) {
        Optional<Long> exact = Optional.ofNullable(byKey.get(key));
        Optional<Long> later = byKey.subMap(key + " ", key + "!").values().stream().max(Comparator.naturalOrder());
        return Stream.of(exact, later).flatMap(Optional::stream).max(Comparator.naturalOrder()).map(entries::get)
                .map(Entry::kept);
    }

    @Override
    public List<Kept> open() {
        return open.stream().sorted().map(number -> entries.get(number).kept()).toList();
    }

    @Override
    public Kept change(Kept kept, Action now, String outcome) {
        Entry before = entries.get(kept.number());
        Kept changed = new Kept(kept.number(), kept.at(), kept.rule(), kept.application(), now);
        if (before == null) {
            return changed;
        }
        boolean begins = now.deploymentId().isPresent() ? !now.deploymentId().equals(before.kept().action().deploymentId())
                : now.state() == State.DONE;
        DecisionRecord decided = new DecisionRecord(before.decided().rule(), before.decided().application(), before.decided().subjects(),
                before.decided().cause(), before.decided().figures(), outcome);
        Instant acted = begins ? clock.instant() : before.acted();
        entries.put(kept.number(), new Entry(changed, decided, acted));
        if (begins && now.deploymentId().isPresent()) {
            begun.put(acted, kept.number());
        }
        follow(changed);
        return changed;
    }

    private void follow(Kept kept) {
        State state = kept.action().state();
        if (state.open() || state == State.EXPIRED) {
            open.add(kept.number());
        } else {
            open.remove(kept.number());
        }
    }

    @Override
    public void refused(Kept kept, Action now, String outcome) {
        change(kept, now, outcome);
    }

    @Override
    public void changeIfUnchanged(Kept kept, Action now, String outcome) {
        change(kept, now, outcome);
    }

    private List<Entry> recent(Duration since) {
        List<Entry> found = new ArrayList<>();
        begun.tailMap(clock.instant().minus(since), false).values().forEach(number -> Optional.ofNullable(entries.get(number))
                .filter(entry -> CARRIED_OUT.contains(entry.kept().action().state()) && entry.kept().action().deploymentId().isPresent())
                .ifPresent(found::add));
        return found;
    }

    @Override
    public List<PastAction> past(String application, Duration since) {
        return recent(since).stream().map(entry -> new PastAction(entry.acted(), entry.kept().action().effort())).toList();
    }

    /** Other applications are not rehearsed. */
    @Override
    public Set<String> receivers(String application, Set<String> lost, Instant since) {
        return Set.of();
    }

    @Override
    public Optional<Instant> latest(String application, ActionKind kind, Duration since) {
        return recent(since).stream().filter(entry -> entry.kept().action().kind() == kind).map(Entry::acted)
                .max(Comparator.naturalOrder());
    }

    @Override
    public int direct(String application, Duration since) {
        Instant begin = clock.instant().minus(since);
        int count = 0;
        for (Entry entry : entries.descendingMap().values()) {
            if (!entry.kept().at().isAfter(begin)) {
                break;
            }
            Action action = entry.kept().action();
            count += action != null && (action.kind() == ActionKind.NOTIFY || action.kind() == ActionKind.RUN)
                    && Set.of(State.DECIDED, State.DONE, State.FAILED).contains(action.state()) ? 1 : 0;
        }
        return count;
    }

    /** A rehearsal begins without a past. */
    @Override
    public Optional<Instant> lastRan(String application, String keyStart) {
        return Optional.empty();
    }
}
