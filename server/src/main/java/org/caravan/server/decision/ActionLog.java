package org.caravan.server.decision;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.caravan.rules.ActionKind;
import org.caravan.rules.PastAction;
import org.caravan.server.decision.ActionStore.Kept;

/**
 * Port to decisions about actions, from which limits and later decisions follow. The store of the server implements it; a rehearsal has a
 * log in memory, so that it neither reads nor changes what was decided.
 */
public interface ActionLog {

    /** Stores a decision unless one with its key exists. @return the decision with this key */
    Kept keep(DecisionRecord decided, Action action);

    /** The latest decision with this key, or with this key, a space and more. */
    Optional<Kept> latestOf(String key);

    /** Decisions whose action has not ended, and expired proposals, which may still be approved; oldest first. */
    List<Kept> open();

    /**
     * Changes state, plan and deployment of a decision, unless it was carried out meanwhile: another deployment carries it out, or it is
     * done or undone, and this was not so when it was read. So a former leader that stalled does not overwrite the end that its successor
     * recorded.
     *
     * @param outcome one sentence
     * @return the decision as it is after the change
     */
    Kept change(Kept kept, Action now, String outcome);

    /** As {@link #change}; the approval in the name of a rule was refused, so the decision is approved by nobody. */
    void refused(Kept kept, Action now, String outcome);

    /** As {@link #change}, unless another thread or server has changed state, plan or approval since the decision was read. */
    void changeIfUnchanged(Kept kept, Action now, String outcome);

    /**
     * Adds figures to a decision, for example how long its parts took. A figure of the same name is replaced. A rehearsal keeps none,
     * because its clock stands still meanwhile.
     */
    default void measured(Kept kept, List<DecisionRecord.Figure> more) {}

    /** Actions that were carried out since then, whatever their end, with the time at which each began. */
    List<PastAction> past(String application, Duration since);

    /**
     * Hosts that got copies of other applications from any of these lost hosts.
     *
     * @param since time of the decisions
     */
    Set<String> receivers(String application, Set<String> lost, Instant since);

    /** Latest time since then at which an action of this kind was carried out, whatever its end. */
    Optional<Instant> latest(String application, ActionKind kind, Duration since);

    /**
     * Figures of the decision of this kind that was carried out last, as planned. A rehearsal keeps none.
     *
     * @return empty if none was
     */
    default List<DecisionRecord.Figure> figuresOfLatestDone(String application, ActionKind kind) {
        return List.of();
    }

    /** Number of messages and commands that were begun since then, whatever their end. */
    int direct(String application, Duration since);

    /** Latest time at which an action whose key begins so ran, even if it had nothing to change. */
    Optional<Instant> lastRan(String application, String keyStart);

    /**
     * Stores that the reason of all actions whose key begins so had ended by this time, unless an end after their begin is stored already.
     * A rehearsal stores nothing, because no other server continues it.
     */
    default void ended(String application, String keyStart, Instant at) {}

    /**
     * Latest time that {@link #ended} stored for actions whose key begins so; empty if there is none. The reason has not ended since the
     * latest of these actions if that one ran later.
     */
    default Optional<Instant> latestEnd(String application, String keyStart) {
        return Optional.empty();
    }
}
