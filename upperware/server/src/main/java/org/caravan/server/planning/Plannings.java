package org.caravan.server.planning;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.caravan.plan.OngoingPlanning;
import org.caravan.plan.PlanningCancelled;
import org.caravan.server.planning.PlanningView.State;
import org.caravan.server.rest.Refusal;
import org.caravan.server.share.Holder;
import org.caravan.server.share.Share;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Plannings that wait, are under way, or were the latest to end. In memory: what the server's end breaks off is planned anew by whoever still wants it. */
@Component
class Plannings {

    private static final int KEPT = 100;
    /** Of those that wait or are under way: each waits for one of the server's planners. */
    private static final Share SHARE = new Share(16, 32, 128);

    /** Never the same again, neither after a restart nor at another server: orders for plannings outlive the server in the broker. */
    private final AtomicLong numbers = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 62));
    private final Map<String, Entry> plannings = new LinkedHashMap<>();
    private final Clock clock;

    /** @param running empty unless it is under way */
    private record Entry(PlanningView view, Optional<OngoingPlanning> running, Holder holder) {

        PlanningView now() {
            return running.map(OngoingPlanning::progress).map(view::with).orElse(view);
        }
    }

    Plannings(Clock clock) {
        this.clock = clock;
    }

    /**
     * Of whoever asks now, or of the server itself.
     *
     * @return its number
     * @throws Refusal with code too-many-plannings
     */
    synchronized long asked(String application, List<String> without) {
        Holder holder = Holder.current();
        SHARE.exceeded(plannings.values().stream().filter(entry -> !entry.view().state().ended()).map(Entry::holder).toList(), holder).ifPresent(exceeded -> {
            throw new Refusal(HttpStatus.TOO_MANY_REQUESTS, "too-many-plannings", "Already " + exceeded.most() + " plannings " + exceeded.whose() + " wait or are under way.",
                    "wait for one of them, or cancel it: DELETE /api/v1/plannings/ID.");
        });
        long number = numbers.incrementAndGet();
        plannings.put(Long.toString(number), new Entry(PlanningView.asked(number, application, without, clock.instant()), Optional.empty(), holder));
        plannings.values().removeIf(entry -> plannings.size() > KEPT && entry.view().state().ended());
        return number;
    }

    /** @throws PlanningCancelled if it was cancelled while it waited; one that an earlier server was asked for is not known, and goes on */
    synchronized void begins(long number) {
        Entry entry = plannings.get(Long.toString(number));
        if (entry != null && entry.view().state() == State.CANCELLED) {
            throw new PlanningCancelled();
        }
        change(number, view -> view.begun(clock.instant()), Optional.empty());
    }

    synchronized void runs(long number, OngoingPlanning planning) {
        Entry entry = plannings.get(Long.toString(number));
        if (entry != null && entry.view().state() == State.CANCELLED) {
            planning.cancel();
            return;
        }
        change(number, view -> view, Optional.of(planning));
    }

    synchronized void made(long number, String planId) {
        change(number, view -> view.ended(State.DONE, Optional.of(planId), Optional.empty(), Optional.empty(), clock.instant()), Optional.empty());
    }

    synchronized void failed(long number, RuntimeException fault) {
        if (fault instanceof PlanningCancelled) {
            change(number, view -> view.ended(State.CANCELLED, Optional.empty(), Optional.empty(), Optional.empty(), clock.instant()), Optional.empty());
            return;
        }
        PlanningFault why = PlanningFault.of(fault);
        change(number, view -> view.ended(State.FAILED, Optional.empty(), Optional.of(why.text()), Optional.of(why.code()), clock.instant()), Optional.empty());
    }

    /** What ended stays as it ended: where another server planned, its answer comes after a cancellation, say. */
    private void change(long number, UnaryOperator<PlanningView> change, Optional<OngoingPlanning> running) {
        plannings.computeIfPresent(Long.toString(number), (id, entry) -> entry.view().state().ended() ? entry : new Entry(change.apply(entry.now()), running, entry.holder()));
    }

    /** @param sees of whose name whoever asks hears */
    synchronized PlanningView required(String id, Predicate<String> sees) {
        return entry(id, sees).now();
    }

    synchronized long count(State state) {
        return plannings.values().stream().filter(entry -> entry.view().state() == state).count();
    }

    /** Newest first. @param sees of whose name whoever asks hears */
    synchronized List<PlanningView> all(Predicate<String> sees) {
        List<PlanningView> all = new ArrayList<>(plannings.values().stream().map(Entry::now).filter(view -> sees.test(view.application())).toList());
        Collections.reverse(all);
        return all;
    }

    /** @param sees of whose name whoever asks hears */
    synchronized PlanningView cancel(String id, Predicate<String> sees) {
        Entry entry = entry(id, sees);
        if (entry.view().state().ended()) {
            throw Refusal.conflict("planning-ended", "Planning (" + id + ") is not under way: " + entry.view().state() + ".", "there is nothing to cancel.");
        }
        if (entry.running().isPresent()) {
            entry.running().get().cancel();
        } else {
            plannings.put(id, new Entry(entry.view().ended(State.CANCELLED, Optional.empty(), Optional.empty(), Optional.empty(), clock.instant()), Optional.empty(), entry.holder()));
        }
        return required(id, sees);
    }

    /** Those of an application that is being removed. @return their ids */
    synchronized List<String> cancelAll(String application) {
        List<String> ids = plannings.values().stream().map(Entry::view).filter(view -> view.application().equals(application) && !view.state().ended())
                .map(PlanningView::id).toList();
        ids.forEach(id -> cancel(id, any -> true));
        return ids;
    }

    private Entry entry(String id, Predicate<String> sees) {
        return Optional.ofNullable(plannings.get(id)).filter(entry -> sees.test(entry.view().application())).orElseThrow(() -> Refusal.notFound("unknown-planning", "There is no planning (" + id + ").",
                "plan again: the latest " + KEPT + " are kept while the server runs."));
    }
}
