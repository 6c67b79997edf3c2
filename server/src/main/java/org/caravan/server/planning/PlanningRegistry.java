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
import org.caravan.adapter.AdapterFault;
import org.caravan.api.plan.PlanningView;
import org.caravan.api.plan.PlanningView.State;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.diagnostic.UnreadableRecord;
import org.caravan.execution.journal.StoreFault;
import org.caravan.plan.planner.OngoingPlanning;
import org.caravan.plan.planner.PlanningCancelled;
import org.caravan.server.rest.ProblemException;
import org.caravan.server.share.Holder;
import org.caravan.server.share.Share;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/**
 * Registry of waiting, running and recently ended plannings. Held in memory only: after a restart, clients request interrupted plannings
 * again.
 */
@Component
class PlanningRegistry {

    private static final int KEPT = 100;
    /** Limits the waiting and running plannings of each holder, because they compete for the server's planner. */
    private static final Share SHARE = new Share(16, 32, 128);

    /** Ids are unique across restarts and servers, because plan requests in the broker outlive the server. */
    private final AtomicLong numbers = new AtomicLong(ThreadLocalRandom.current().nextLong(1L << 62));
    private final Map<String, Entry> plannings = new LinkedHashMap<>();
    private final Clock clock;

    /** @param running empty unless the planning is running */
    private record Entry(PlanningView view, Optional<OngoingPlanning> running, Holder holder) {

        PlanningView now() {
            return running.map(OngoingPlanning::progress).map(now -> PlanningViews.with(view, now)).orElse(view);
        }
    }

    PlanningRegistry(Clock clock) {
        this.clock = clock;
    }

    /**
     * Records a planning requested by the current caller, or by the server itself.
     *
     * @return id of the planning
     * @throws ProblemException with code too-many-plannings if the caller's limit is exceeded
     */
    synchronized long asked(String application, List<String> without) {
        return asked(application, without, Holder.current());
    }

    /** Records a planning that the server begins by itself, to which no limit applies. */
    synchronized long askedByServer(String application) {
        return asked(application, List.of(), Holder.SERVER);
    }

    private long asked(String application, List<String> without, Holder holder) {
        SHARE.exceeded(plannings.values().stream().filter(entry -> !entry.view().state().ended()).map(Entry::holder).toList(), holder)
                .ifPresent(exceeded -> {
            throw new ProblemException(HttpStatus.TOO_MANY_REQUESTS, "too-many-plannings", "Already " + exceeded.most() + " plannings "
                    + exceeded.whose() + " wait or run.",
                    "wait for one of them, or cancel it: DELETE /api/v1/plannings/ID.");
        });
        long number = numbers.incrementAndGet();
        plannings.put(Long.toString(number), new Entry(PlanningViews.asked(number, application, without, clock.instant()), Optional.empty(),
                holder));
        plannings.values().removeIf(entry -> plannings.size() > KEPT && entry.view().state().ended());
        return number;
    }

    /**
     * A planning requested before a restart is unknown here and continues.
     *
     * @throws PlanningCancelled if the planning was cancelled while it waited
     */
    synchronized void begins(long number) {
        Entry entry = plannings.get(Long.toString(number));
        if (entry != null && entry.view().state() == State.CANCELLED) {
            throw new PlanningCancelled();
        }
        change(number, view -> PlanningViews.begun(view, clock.instant()), Optional.empty());
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
        change(number, view -> PlanningViews.ended(view, State.DONE, Optional.of(planId), Optional.empty(), Optional.empty(),
                clock.instant()), Optional.empty());
    }

    synchronized void failed(long number, RuntimeException fault) {
        if (fault instanceof PlanningCancelled) {
            change(number, view -> PlanningViews.ended(view, State.CANCELLED, Optional.empty(), Optional.empty(), Optional.empty(),
                    clock.instant()), Optional.empty());
            return;
        }
        PlanningFault why = PlanningFault.of(fault);
        change(number, view -> PlanningViews.ended(view, State.FAILED, Optional.empty(), Optional.of(why.text()), Optional.of(why.code()),
                clock.instant()), Optional.empty());
    }

    /** An ended planning never changes: an answer from another server can arrive after its cancellation, for example. */
    private void change(long number, UnaryOperator<PlanningView> change, Optional<OngoingPlanning> running) {
        plannings.computeIfPresent(Long.toString(number), (id, entry) -> entry.view().state().ended() ? entry
                : new Entry(change.apply(entry.now()), running, entry.holder()));
    }

    /** @param sees whether the caller may see an application */
    synchronized PlanningView required(String id, Predicate<String> sees) {
        return entry(id, sees).now();
    }

    synchronized long count(State state) {
        return plannings.values().stream().filter(entry -> entry.view().state() == state).count();
    }

    /**
     * Newest first.
     *
     * @param sees whether the caller may see an application
     */
    synchronized List<PlanningView> all(Predicate<String> sees) {
        List<PlanningView> all = new ArrayList<>(plannings.values().stream().map(Entry::now).filter(view -> sees.test(view.application()))
                .toList());
        Collections.reverse(all);
        return all;
    }

    /** @param sees whether the caller may see an application */
    synchronized PlanningView cancel(String id, Predicate<String> sees) {
        Entry entry = entry(id, sees);
        if (entry.view().state().ended()) {
            throw ProblemException.conflict("planning-ended", "Planning (" + id + ") is not under way: " + entry.view().state() + ".",
                    "there is nothing to cancel.");
        }
        if (entry.running().isPresent()) {
            entry.running().get().cancel();
        } else {
            plannings.put(id, new Entry(PlanningViews.ended(entry.view(), State.CANCELLED, Optional.empty(), Optional.empty(),
                    Optional.empty(), clock.instant()), Optional.empty(), entry.holder()));
        }
        return required(id, sees);
    }

    /**
     * Cancels all plannings of an application that is being removed.
     *
     * @return their ids
     */
    synchronized List<String> cancelAll(String application) {
        List<String> ids = plannings.values().stream().map(Entry::view).filter(view -> view.application().equals(application)
                && !view.state().ended())
                .map(PlanningView::id).toList();
        ids.forEach(id -> cancel(id, any -> true));
        return ids;
    }

    private Entry entry(String id, Predicate<String> sees) {
        return Optional.ofNullable(plannings.get(id)).filter(entry -> sees.test(entry.view().application()))
                .orElseThrow(() -> ProblemException.notFound("unknown-planning", "There is no planning (" + id + ").",
                "plan again: the latest " + KEPT + " are kept while the server runs."));
    }

    /**
     * Cause of a failed planning, with the code and text of the corresponding error response.
     *
     * @param code stable name of the cause
     * @param text message with advice after "Maybe "
     */
    record PlanningFault(String code, String text) {

        static PlanningFault of(RuntimeException fault) {
            if (fault instanceof ProblemException refusal) {
                return new PlanningFault(refusal.code(), refusal.getMessage() + "\nMaybe " + refusal.suggestion());
            }
            if (fault instanceof AdapterFault) {
                return new PlanningFault("host-fault", fault.getMessage());
            }
            if (fault instanceof UnreadableRecord) {
                return new PlanningFault("record-unreadable", fault.getMessage());
            }
            if (fault instanceof RejectedInput rejected) {
                return new PlanningFault("rejected-input", rejected.diagnostics().get(0)
                        .message() + "\nMaybe " + rejected.diagnostics().get(0)
                        .suggestion().orElse("correct the model."));
            }
            if (fault instanceof DataAccessResourceFailureException || fault instanceof StoreFault) {
                return new PlanningFault("database-away",
                        "The database of the server does not answer.\nMaybe plan again in a few seconds.");
            }
            return new PlanningFault("internal-fault", "The server failed unexpectedly.\nMaybe read its log.");
        }
    }
}
