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
import org.caravan.measure.schedule.SparedPaths;
import org.caravan.store.SampleStoreFault;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Keeps what connections of applications tell of paths, and has probes of the same spared. */
@Component
class PassiveSamples {

    private static final Logger LOG = LoggerFactory.getLogger(PassiveSamples.class);

    /** In place of the tool: nothing was sent. */
    static final String PROBE = "passive: tcp connections";

    private final ProbeBench bench;
    private final SampleStore samples;
    private final Network network;
    private final Clock clock;
    private final SparedPaths spared = new SparedPaths();

    PassiveSamples(ProbeBench bench, SampleStore samples, Network network, Clock clock) {
        this.bench = bench;
        this.samples = samples;
        this.network = network;
        this.clock = clock;
    }

    /** For the idle run that begins now. Nothing that fails here may keep it from beginning: then it probes all. */
    Set<PathId> spared(Infrastructure infrastructure) {
        try {
            Collection<PassiveFigure> told = bench.connections(infrastructure);
            if (told.isEmpty()) {
                return Set.of();
            }
            Instant now = clock.instant();
            List<Sample> taken = told.stream().map(figure -> new Sample(figure.path(), Quantity.PASSIVE_RTT, figure.smoothedMillis(), now, PROBE)).toList();
            samples.append(taken);
            Set<PathId> left = spared.of(told, network.matrix());
            LOG.info("connections of applications tell of {} paths; probes of {} are spared", told.size(), left.size());
            return left;
        } catch (SampleStoreFault away) {
            return Set.of();
        } catch (RuntimeException e) {
            LOG.warn("connections of applications tell nothing: {}", e.getMessage());
            return Set.of();
        }
    }
}
