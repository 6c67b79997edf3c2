package org.caravan.execution.entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.caravan.adapter.InstanceId;
import org.caravan.change.EntryTable;
import org.caravan.execution.entry.EntryProbe.Answer;
import org.caravan.execution.time.Threads;
import org.caravan.plan.EntryPlacement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes replicas that do not answer from DNS names until they answer again, but never all of them. Checks only names with several
 * addresses. The journal and the plan stay unchanged.
 */
public final class HealthFilteredEntries implements EntryTable {

    private static final Logger LOG = LoggerFactory.getLogger(HealthFilteredEntries.class);
    private static final int AT_ONCE = 4;
    /** Two consecutive rounds of NOT_READY, or three of UNKNOWN. A host that is unreachable from here may still serve its users. */
    private static final Map<Answer, Integer> DOUBT = Map.of(Answer.READY, 0, Answer.NOT_READY, 3, Answer.UNKNOWN, 2);

    private static final int OUT = 6;

    private final EntryTable table;
    private final EntryProbe probe;
    private final EntryChoiceListener listener;
    private final ExecutorService threads = Threads.pool("entries", AT_ONCE);
    private final Map<String, Told> applications = new TreeMap<>();

    /**
     * @param doubts score by instance; absent means 0
     * @param shown entries last published to the table
     */
    private record Told(long generation, List<EntryPlacement> entries, Map<InstanceId, Integer> doubts, List<EntryPlacement> shown) {}

    private record Name(String usersId, String component) {}

    public HealthFilteredEntries(EntryTable table, EntryProbe probe) {
        this(table, probe, EntryChoiceListener.NONE);
    }

    public HealthFilteredEntries(EntryTable table, EntryProbe probe, EntryChoiceListener listener) {
        this.table = table;
        this.probe = probe;
        this.listener = listener;
    }

    @Override
    public synchronized void set(String application, long generation, List<EntryPlacement> entries) {
        Told before = applications.getOrDefault(application, new Told(0, List.of(), Map.of(), List.of()));
        Map<InstanceId, Integer> doubts = new HashMap<>(before.doubts());
        // A new address belongs to a new copy, which was confirmed as ready.
        entries.stream().filter(entry -> !before.entries().contains(entry)).forEach(entry -> doubts.remove(entry.to()));
        show(application, generation, entries, doubts);
        if (entries.isEmpty()) {
            applications.remove(application);
        }
    }

    /** Checks all names with several addresses once. Returns at the end of the round; call again after a pause. */
    public void look() {
        snapshot().forEach((application, told) -> {
            List<InstanceId> asked = new ArrayList<>();
            List<Future<Answer>> answers = new ArrayList<>();
            for (EntryPlacement entry : choices(told.entries())) {
                if (!asked.contains(entry.to())) {
                    asked.add(entry.to());
                    answers.add(threads.submit(() -> probe.ask(application, told.generation(), entry)));
                }
            }
            Map<InstanceId, Answer> found = new HashMap<>();
            for (int i = 0; i < asked.size(); i++) {
                found.put(asked.get(i), answer(answers.get(i)));
            }
            learn(application, told, found);
        });
    }

    private static Answer answer(Future<Answer> asked) {
        try {
            return asked.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Answer.UNKNOWN;
        } catch (ExecutionException e) {
            LOG.warn("a replica could not be queried: {}", e.getCause().getMessage());
            return Answer.UNKNOWN;
        }
    }

    private synchronized Map<String, Told> snapshot() {
        return new TreeMap<>(applications);
    }

    private synchronized void learn(String application, Told asked, Map<InstanceId, Answer> found) {
        Told now = applications.get(application);
        if (now == null || found.isEmpty() || !now.entries().equals(asked.entries())) {
            return; // the published entries have changed since the check
        }
        Map<InstanceId, Integer> doubts = new HashMap<>(now.doubts());
        found.forEach((instance, answer) -> doubts.merge(instance, DOUBT.get(answer),
                (before, more) -> more == 0 ? 0 : Math.min(OUT, before + more)));
        applications.put(application, new Told(now.generation(), now.entries(), doubts, now.shown()));
        try {
            show(application, now.generation(), now.entries(), doubts);
        } catch (RuntimeException e) {
            LOG.warn("names of {} could not be changed; retrying: {}", application, e.getMessage());
        }
    }

    private void show(String application, long generation, List<EntryPlacement> entries, Map<InstanceId, Integer> doubts) {
        List<EntryPlacement> healthy = healthy(entries, doubts);
        Told before = applications.get(application);
        boolean same = before != null && before.generation() == generation && before.shown().equals(healthy);
        if (!same) {
            table.set(application, generation, healthy);
            if (before != null) {
                entries.stream().filter(before.entries()::contains)
                        .filter(entry -> healthy.contains(entry) != before.shown().contains(entry))
                        .forEach(entry -> tell(application, entry, healthy.contains(entry)));
            }
        }
        applications.put(application, new Told(generation, List.copyOf(entries), Map.copyOf(doubts), healthy));
    }

    private void tell(String application, EntryPlacement entry, boolean told) {
        if (!told) {
            LOG.info("users {} of {} are not sent to {} at {}: it does not answer", entry.usersId(), application, entry.to(),
                    entry.targetAddress());
        }
        listener.changed(application, entry, told);
    }

    private static List<EntryPlacement> healthy(List<EntryPlacement> entries, Map<InstanceId, Integer> doubts) {
        return byName(entries).values().stream().flatMap(choice -> {
            List<EntryPlacement> well = choice.stream().filter(entry -> doubts.getOrDefault(entry.to(), 0) < OUT).toList();
            return (well.isEmpty() ? choice : well).stream();
        }).toList();
    }

    private static List<EntryPlacement> choices(List<EntryPlacement> entries) {
        return byName(entries).values().stream().filter(choice -> choice.size() > 1).flatMap(List::stream).toList();
    }

    private static Map<Name, List<EntryPlacement>> byName(List<EntryPlacement> entries) {
        return entries.stream().collect(Collectors.groupingBy(
                entry -> new Name(entry.usersId(), entry.component()), LinkedHashMap::new, Collectors.toList()));
    }
}
