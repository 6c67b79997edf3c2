package org.caravan.server.adaptation;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.caravan.api.application.TurnCaptureView.HopView;
import org.caravan.api.application.TurnCaptureView.RequestView;
import org.caravan.api.application.TurnCaptureView.ResultView;
import org.caravan.rules.ActionKind;
import org.caravan.server.Settings;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.server.leading.LeaderFence;
import org.caravan.server.model.Models;
import org.caravan.server.model.StoredModel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * The rule {@code profile-outdated}: if a capture shows that a request no longer has the turns or bytes of its profile in the model, its
 * predicted latencies are doubtful, and plans that rely on them are only proposed. It applies once per revision of the model.
 */
@Component
public class ProfileLimit {

    private static final Logger LOG = LoggerFactory.getLogger(ProfileLimit.class);
    /** Quantile of the normal distribution for a two-sided interval of 95 %. */
    private static final double Z = 1.96;

    private final Models models;
    private final PredictedActions actions;
    private final Decisions decisions;
    private final LeaderFence fence;
    private final Settings settings;

    ProfileLimit(Models models, PredictedActions actions, Decisions decisions, LeaderFence fence, Settings settings) {
        this.models = models;
        this.actions = actions;
        this.decisions = decisions;
        this.fence = fence;
        this.settings = settings;
    }

    /** Does nothing if all profiles fit, another server leads, or adaptation is off. A fault is logged: the capture itself is good. */
    public void check(String application, ResultView captured) {
        List<RequestView> outdated = captured.requests().stream().filter(ProfileLimit::outdated).toList();
        if (!outdated.isEmpty() && settings.adaptation().used()) {
            try {
                fence.epoch().ifPresent(epoch -> proposeOnly(application, outdated, epoch));
            } catch (RuntimeException fault) {
                LOG.warn("profiles of {} no longer fit, but its autonomy is unchanged: {}", application, fault.getMessage());
            }
        }
    }

    /** Once per revision of the model: an owner's choice after it stays. */
    private void proposeOnly(String application, List<RequestView> outdated, long epoch) {
        Instant accepted = models.find(application).map(StoredModel::acceptedAt).orElse(Instant.EPOCH);
        if (decisions.any(application, BuiltInRule.PROFILE_OUTDATED, accepted)) {
            return;
        }
        List<ActionKind> automatic = actions.automatic(application);
        decisions.record(List.of(record(application, outdated, automatic)), () -> {
            fence.require(epoch);
            actions.propose(application, automatic);
        });
    }

    private static DecisionRecord record(String application, List<RequestView> outdated, List<ActionKind> automatic) {
        RequestView first = outdated.get(0);
        HopView hop = first.hops().stream().filter(one -> outdated(one, first.samples())).findFirst().orElseThrow();
        return DecisionRecord.of(BuiltInRule.PROFILE_OUTDATED, "The profile of " + String.join(", ", names(outdated))
                        + " in the model no longer fits. " + first.request() + ", " + hop.from() + " -> " + hop.to() + ": " + words(hop)
                        + " (" + first.samples() + " requests).",
                (automatic.isEmpty() ? "Nothing was automatic. " : PredictedActions.proposed(application, automatic) + " ")
                        + "Write the captured profiles: caravan turns capture " + application + " --output .")
                .by(application).about(names(outdated)).with("requests", first.samples());
    }

    private static List<String> names(List<RequestView> requests) {
        return requests.stream().map(RequestView::request).toList();
    }

    private static String words(HopView hop) {
        String model = hop.modelTurns().map(turns -> turns + " turns and " + hop.modelBytes().orElse(0L) + " bytes in the model")
                .orElse("not in the model");
        return String.format(Locale.ROOT, "%d turns and %d bytes captured, %s", hop.turns(), hop.bytes(), model);
    }

    /** Whether a hop differs from the model, by more samples than chance explains. */
    static boolean outdated(RequestView request) {
        return !request.fits() && request.hops().stream().anyMatch(hop -> outdated(hop, request.samples()));
    }

    /**
     * A hop that was captured differs if most requests use it; one that was not captured is missing in all. Turns are typical if, with a
     * confidence of 95 %, most requests that use the hop have them.
     */
    private static boolean outdated(HopView hop, int samples) {
        double share = hop.turns() == 0 ? 1 : hop.share() * hop.agreement();
        return !hop.fits() && leastShare(share, samples) > 0.5;
    }

    /** Lower end of the Wilson interval of a share. @param samples 0 gives 0 */
    static double leastShare(double share, int samples) {
        double square = Z * Z;
        double spread = Z * Math.sqrt(share * (1 - share) * samples + square / 4);
        return samples == 0 ? 0 : (share * samples + square / 2 - spread) / (samples + square);
    }
}
