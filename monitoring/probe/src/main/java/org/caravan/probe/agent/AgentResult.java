package org.caravan.probe.agent;

import java.util.List;
import java.util.Optional;
import org.caravan.measure.PathId;
import org.caravan.measure.Sample;
import org.caravan.unit.Bytes;

/**
 * One result that was fetched from a probe agent, ready for the store.
 *
 * @param id unique id of the result, the same for each fetch
 * @param samples times by the server's clock; empty if the result is rejected or no echo request was sent
 * @param sent bytes in both directions, also of a rejected result
 * @param fault why the result is rejected, with a remedy on its second line
 */
public record AgentResult(String id, PathId path, List<Sample> samples, Bytes sent, Optional<String> fault) {

    public AgentResult {
        samples = List.copyOf(samples);
    }
}
