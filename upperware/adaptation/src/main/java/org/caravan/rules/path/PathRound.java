package org.caravan.rules.path;

import java.time.Instant;
import java.util.List;

/**
 * The input of one evaluation, after a run of probes.
 *
 * @param answering number of sites with a path from or to another site that answers, 0 or more
 * @param silent number of sites whose newest probes of paths from and to all other sites were not answered, 0 or more
 * @param looks at most one for each path of an application
 */
public record PathRound(Instant at, int answering, int silent, List<PathLook> looks) {

    public PathRound {
        looks = looks.stream().map(look -> look.atMost(at)).toList();
        if (answering < 0 || silent < 0) {
            throw new IllegalArgumentException("numbers of sites are not negative: " + answering + ", " + silent);
        }
    }

    public long millis() {
        return at.toEpochMilli();
    }

    /**
     * Whether so many sites are silent that the fault is probably on the side of the server, which starts all probes. Sites count, not
     * paths: one cut site silences two of three pairs of three sites. If only two sites are measured, both are silent or none.
     */
    public boolean doubtful(PathRuleSettings settings) {
        return silent > settings.mostSilent() * (answering + silent);
    }
}
