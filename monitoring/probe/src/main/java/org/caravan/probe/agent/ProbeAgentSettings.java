package org.caravan.probe.agent;

import java.time.Duration;

/**
 * Settings of a probe agent.
 *
 * @param after time without visits after which the agent starts to measure; whole seconds
 * @param alone time without visits after which the agent ends
 * @param mostWaiting maximum number of results in its spool, about 250 bytes each; beyond it the oldest are dropped
 * @param fetchedAtOnce maximum number of results that one visit fetches
 */
public record ProbeAgentSettings(Duration after, Duration alone, int mostWaiting, int fetchedAtOnce) {

    public ProbeAgentSettings(Duration after, Duration alone) {
        this(after, alone, 20_000, 500);
    }
}
