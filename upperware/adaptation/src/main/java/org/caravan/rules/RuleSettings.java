package org.caravan.rules;

import java.time.Duration;

/**
 * Settings of the built-in rules.
 *
 * @param lostAfter silence from which a host counts as lost; at least 1 s
 * @param witnessedAfter the same for a host if another host of its site answered in the meantime, which shows that the network between the
 *     server and the site works; at least 1 s; at most {@code lostAfter} has an effect
 * @param lostLooks looks without an answer from which a host counts as lost; at least 2
 * @param mostSilent share of the hosts, 0 to 1; if more are silent at the same time, the fault is on the side of the server
 * @param gap time between two rounds from which the server itself has not observed, for example because it was suspended
 * @param unsettled how long automatic plans avoid a host that was silent and answers again
 */
public record RuleSettings(Duration lostAfter, Duration witnessedAfter, int lostLooks, double mostSilent, Duration gap,
        Duration unsettled) {

    public static final RuleSettings DEFAULT =
            new RuleSettings(Duration.ofSeconds(8), Duration.ofSeconds(5), 3, 0.5, Duration.ofSeconds(30), Duration.ofMinutes(10));

    public RuleSettings {
        if (lostAfter.compareTo(Duration.ofSeconds(1)) < 0 || witnessedAfter.compareTo(Duration.ofSeconds(1)) < 0 || lostLooks < 2) {
            throw new IllegalArgumentException("a host is lost after at least 1 s and 2 looks: " + lostAfter + ", " + witnessedAfter + ", "
                    + lostLooks);
        }
        if (!(mostSilent >= 0 && mostSilent <= 1)) {
            throw new IllegalArgumentException("the share of silent hosts is 0 to 1: " + mostSilent);
        }
    }

    public long lostAfterMillis() {
        return lostAfter.toMillis();
    }

    public long witnessedAfterMillis() {
        return witnessedAfter.toMillis();
    }

    public long gapMillis() {
        return gap.toMillis();
    }

    public long unsettledMillis() {
        return unsettled.toMillis();
    }
}
