package org.caravan.execution;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A run without its steps, for those who look at many.
 *
 * @param endedAt empty while it is under way
 * @param error why it failed, also where everything was undone
 */
public record RunSummary(long runId, String application, RunState state, Instant startedAt, Optional<Instant> endedAt, Optional<String> error) {

    /** As {@link RunDriver} and adapters say it of hosts; the journal keeps texts only. */
    private static final Pattern UNREACHED = Pattern.compile(" was not observed \\(|\\(UNREACHABLE\\)| does not answer |The connection to the machine \\(\\S+\\) broke ");

    /** Whether it failed because a host could not be reached: once it was, that is no longer so. */
    public boolean hostUnreached() {
        return error.filter(why -> UNREACHED.matcher(why).find()).isPresent();
    }
}
