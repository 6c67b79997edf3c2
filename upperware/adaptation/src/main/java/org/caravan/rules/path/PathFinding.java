package org.caravan.rules.path;

import java.time.Instant;

/** What the rule found. {@link PathWorse} and {@link MostSilent} are repeated in each round as long as they hold. */
public sealed interface PathFinding {

    /**
     * A path is cut or much slower.
     *
     * @param since time of the first measurement that showed it
     * @param measurements successive ones that show it
     * @param attempt number of times that it became a reason again because it lasts, from 0
     */
    record PathWorse(PathLook look, Instant since, int measurements, int attempt) implements PathFinding {}

    /** One measurement shows a path as worse, and further ones must confirm it. */
    record Suspected(PathLook look) implements PathFinding {}

    /**
     * A fault is over.
     *
     * @param since begin of the fault
     * @param fine whether the path is fine for long enough; if not, the application does not use it any more
     */
    record Settled(String application, String path, Instant since, boolean fine) implements PathFinding {}

    /** So many sites are silent that the fault is probably on the side of the server: nothing counts. @param sites silent or not */
    record MostSilent(int silent, int sites) implements PathFinding {}
}
