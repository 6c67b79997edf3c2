package org.caravan.server.rehearsal;

import jakarta.annotation.PreDestroy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.caravan.api.adaptation.RehearsalOrder;
import org.caravan.api.adaptation.RehearsalView.ResultView;
import org.caravan.api.adaptation.RehearsalView.State;
import org.caravan.api.adaptation.RehearsalView;
import org.caravan.diagnostic.RejectedInput;
import org.caravan.plan.planner.Planner;
import org.caravan.server.DaemonThreads;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.rehearsal.RehearsalScenes.Prepared;
import org.caravan.server.rest.ProblemException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/**
 * Runs rehearsals on threads of their own, one at a time per organisation, two per server. Results are kept in memory: the latest of this
 * server only.
 */
@Component
class Rehearsals {

    private static final Logger LOG = LoggerFactory.getLogger(Rehearsals.class);
    private static final int AT_ONCE = 2;
    private static final int KEPT = 8;

    private final RehearsalScenes scenes;
    private final Planner planner;
    private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("rehearsals"));
    private final Map<Long, One> rehearsals = new LinkedHashMap<>();
    private long latest;

    /** Changed by its thread, read by all. */
    private static final class One {

        private final String id;
        private final String application;
        private final String organisation;
        private final AtomicBoolean cancelled = new AtomicBoolean();
        private volatile double progress;
        private volatile RehearsalView ended;

        One(long id, String application, String organisation) {
            this.id = Long.toString(id);
            this.application = application;
            this.organisation = organisation;
        }

        RehearsalView view() {
            RehearsalView end = ended;
            return end != null ? end : new RehearsalView(id, State.RUNNING, progress, Optional.empty(), Optional.empty());
        }

        private void end(State state, Optional<String> error, Optional<ResultView> result) {
            ended = new RehearsalView(id, state, state == State.DONE ? 1 : progress, error, result);
        }
    }

    Rehearsals(RehearsalScenes scenes, @Lazy Planner planner) {
        this.scenes = scenes;
        this.planner = planner;
    }

    /** @throws ProblemException if the request cannot be rehearsed, or the organisation has a rehearsal under way */
    RehearsalView begin(String application, RehearsalOrder order) {
        String organisation = OrganisationScope.current().home();
        refuseSecond(organisation);
        Prepared prepared = scenes.prepared(application, order);
        One one;
        synchronized (this) {
            refuseSecond(organisation);
            one = new One(++latest, application, organisation);
            rehearsals.put(latest, one);
            rehearsals.entrySet().stream().filter(entry -> entry.getValue().ended != null).map(Map.Entry::getKey).findFirst()
                    .filter(oldest -> rehearsals.size() > KEPT).ifPresent(rehearsals::remove);
        }
        One begun = one;
        threads.execute(() -> run(begun, prepared));
        return one.view();
    }

    private synchronized void refuseSecond(String organisation) {
        rehearsals.values().stream().filter(one -> one.ended == null && one.organisation.equals(organisation)).findFirst().ifPresent(one ->
                {
            throw ProblemException.conflict("rehearsal-under-way", "Rehearsal (" + one.id + ") of application (" + one.application
                    + ") is under way, and an organisation has one at a time.", "wait for its end, or cancel it.");
        });
    }

    RehearsalView find(String application, String id) {
        return required(application, id).view();
    }

    RehearsalView cancel(String application, String id) {
        One one = required(application, id);
        one.cancelled.set(true);
        return one.view();
    }

    private synchronized One required(String application, String id) {
        return rehearsals.values().stream().filter(one -> one.id.equals(id) && one.application.equals(application)).findFirst()
                .orElseThrow(() -> ProblemException.notFound("unknown-rehearsal", "Application (" + application
                        + ") has no rehearsal (" + id + ") on this server.", "begin another one: caravan rehearse " + application
                        + " --from 7d."));
    }

    private void run(One one, Prepared prepared) {
        try {
            long begun = System.nanoTime();
            boolean twice = prepared.other().isPresent();
            Rehearsed first = Rehearsal.of(prepared.scene(), planner, one.cancelled::get, share -> one.progress = twice ? share / 2
                    : share);
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            Optional<Course> compared = prepared.other().map(scene -> Course.of(Rehearsal.of(scene, planner, one.cancelled::get,
                    share -> one.progress = (1 + share) / 2)))
                    .or(() -> prepared.happened().map(decisions -> Course.recorded(prepared.scene(), decisions)));
            one.end(State.DONE, Optional.empty(), Optional.of(result(prepared, Course.of(first), first, compared, took)));
        } catch (CancellationException cancelled) {
            one.end(State.CANCELLED, Optional.empty(), Optional.empty());
        } catch (ProblemException | RejectedInput refused) {
            one.end(State.FAILED, Optional.of(refused.getMessage()), Optional.empty());
        } catch (RuntimeException | LinkageError fault) {
            LOG.error("a rehearsal of {} failed", one.application, fault);
            one.end(State.FAILED, Optional.of("The rehearsal failed: " + fault.getMessage()), Optional.empty());
        }
    }

    private static ResultView result(Prepared prepared, Course rehearsed, Rehearsed raw, Optional<Course> compared, Duration took) {
        Scene scene = prepared.scene();
        Instant from = scene.from();
        Instant until = scene.until();
        Optional<String> with = compared.map(course -> prepared.comparedWith());
        List<String> notes = new ArrayList<>(prepared.notes());
        if (raw.dropped() > 0) {
            notes.add(raw.dropped() + " earlier decisions are left out: a rehearsal keeps the latest " + RehearsedDecisions.MOST + ".");
        }
        String application = scene.model().name();
        return new ResultView(from, until, RehearsalText.factor(from, until, took), rehearsed.view(), with, compared.map(Course::view),
                notes, RehearsalText.of(application, from, until, took, rehearsed.view(), with, compared.map(Course::view), notes),
                prepared.chart() ? RehearsalChart.svg(application, from, until, rehearsed, with, compared) : "");
    }

    @PreDestroy
    void end() {
        synchronized (this) {
            rehearsals.values().forEach(one -> one.cancelled.set(true));
        }
        threads.shutdownNow();
    }
}
