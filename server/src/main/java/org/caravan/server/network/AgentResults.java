package org.caravan.server.network;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.caravan.api.network.ProbeFlows;
import org.caravan.api.network.ProbeRunView;
import org.caravan.measure.PathId;
import org.caravan.measure.SampleStore;
import org.caravan.measure.run.ProbeProgress;
import org.caravan.probe.agent.AgentResult;
import org.caravan.server.decision.BuiltInRule;
import org.caravan.server.decision.DecisionRecord;
import org.caravan.server.decision.Decisions;
import org.caravan.unit.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Stores the results of probe agents: samples in the sample store, exactly once each, and sent bytes in the probe accounting. */
@Component
class AgentResults {

    private static final Logger LOG = LoggerFactory.getLogger(AgentResults.class);

    /** Id prefix of runs that record agent results; {@link ProbeRunStore} filters by it. */
    private static final String AWAY = "away-";

    private final SampleStore samples;
    private final ProbeRunStore runs;
    private final ProbeSpending spending;
    private final Network network;
    private final Decisions decisions;
    private final Clock clock;

    AgentResults(SampleStore samples, ProbeRunStore runs, ProbeSpending spending, Network network, Decisions decisions, Clock clock) {
        this.samples = samples;
        this.runs = runs;
        this.spending = spending;
        this.network = network;
        this.decisions = decisions;
        this.clock = clock;
    }

    /**
     * Returns after the results are stored durably; only then may a receipt be sent.
     *
     * @param dropped number of lost results; each is assumed to have sent as many bytes as the mean of the given results
     */
    void keep(String machineId, List<AgentResult> results, long dropped) {
        if (results.isEmpty()) {
            return;
        }
        results.stream().filter(result -> !result.samples().isEmpty()).forEach(result -> samples.appendOnce(result.id(), result.samples()));
        List<String> faults = results.stream().flatMap(result -> result.fault().stream()).distinct().toList();
        faults.forEach(fault -> LOG.warn("probe agent at {}: {}", machineId, fault.lines().findFirst().orElse("")));
        enter(results, faults, 1 + dropped / (double) results.size());
        network.forget();
        decisions.note(DecisionRecord.of(BuiltInRule.LOOKOUT_HEARD, "The probe agent at " + machineId
                + " measured while the server was unreachable.", "Its samples are in the network matrix.")
                .about(List.of(machineId)).with("results", results.size()).with("results lost", dropped));
        LOG.info("probe agent at {}: {} results measured while the server was unreachable", machineId, results.size());
    }

    /**
     * Recorded as a probe run, because the accounting consists of runs. A duplicate record after a crash reduces the day's budget, never
     * increases it.
     */
    private void enter(List<AgentResult> results, List<String> faults, double times) {
        Instant now = clock.instant();
        Map<PathId, Bytes> byPath = new TreeMap<>();
        results.forEach(result -> byPath.merge(result.path(), new Bytes(Math.round(result.sent().value() * times)), Bytes::plus));
        List<ProbeRunView.PairView> pairs = byPath.entrySet().stream()
                .map(pair -> new ProbeRunView.PairView(pair.getKey().toString(), pair.getValue().value(), 0))
                .toList();
        long sent = pairs.stream().mapToLong(ProbeRunView.PairView::bytes).sum();
        runs.save(new ProbeRunView(AWAY + UUID.randomUUID(), "idle", 1, ProbeProgress.State.DONE.name(), results.size(), results.size(),
                sent, 0, faults, pairs, now, ProbeFlows.ANY));
        byPath.forEach((path, bytes) -> spending.links().add(now, path, bytes, 0));
    }
}
