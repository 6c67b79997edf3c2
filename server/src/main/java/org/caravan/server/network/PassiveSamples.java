package org.caravan.server.network;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.measure.PassiveFigure;
import org.caravan.measure.PathId;
import org.caravan.measure.Quantity;
import org.caravan.measure.Sample;
import org.caravan.measure.SampleStore;
import org.caravan.measure.schedule.SkippedPaths;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.store.SampleStoreFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores round-trip times of application connections (passive measurements) and lets idle probes skip the same paths. */
@Component
class PassiveSamples {

    private static final Logger LOG = LoggerFactory.getLogger(PassiveSamples.class);

    /** Probe name of passive samples, for which no probe is sent. */
    static final String PROBE = "passive: tcp connections";

    private final ProbeBackend bench;
    private final SampleStore samples;
    private final Network network;
    private final Clock clock;
    private final Decisions decisions;
    private final SkippedPaths spared = new SkippedPaths();
    private Set<PathId> sparedBefore = Set.of();

    PassiveSamples(ProbeBackend bench, SampleStore samples, Network network, Clock clock, Decisions decisions) {
        this.bench = bench;
        this.samples = samples;
        this.network = network;
        this.clock = clock;
        this.decisions = decisions;
    }

    /** The paths that the starting idle run may skip. A failure here must not prevent the run: it then probes all paths. */
    Set<PathId> spared(Infrastructure infrastructure) {
        try {
            Collection<PassiveFigure> told = bench.connections(infrastructure);
            if (told.isEmpty()) {
                return Set.of();
            }
            Instant now = clock.instant();
            List<Sample> taken = told.stream().map(figure -> new Sample(figure.path(), Quantity.PASSIVE_RTT, figure.smoothedMillis(), now,
                    PROBE)).toList();
            samples.append(taken);
            Set<PathId> left = spared.of(told, network.matrix());
            LOG.info("connections of applications cover {} paths; probes of {} are skipped", told.size(), left.size());
            note(told.size(), left);
            return left;
        } catch (SampleStoreFault away) {
            return Set.of();
        } catch (RuntimeException e) {
            LOG.warn("passive measurement failed: {}", e.getMessage());
            return Set.of();
        }
    }

    /** Recorded only if the set of skipped paths has changed, because continuous probing runs often. */
    private synchronized void note(int told, Set<PathId> left) {
        if (!left.equals(sparedBefore)) {
            sparedBefore = Set.copyOf(left);
            decisions.note(DecisionRecord.of(BuiltInRule.PROBES_SPARED, "Connections of applications cover " + told + " paths.",
                    "Standing probes skip " + left.size() + " paths.")
                    .about(left.stream().map(PathId::toString).sorted().toList()).with("paths covered", told)
                    .with("paths skipped", left.size()));
        }
    }
}
