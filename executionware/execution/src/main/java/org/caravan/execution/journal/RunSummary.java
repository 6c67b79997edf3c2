package org.caravan.execution.journal;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A run without its steps, for lists.
 *
 * @param endedAt empty while the run is under way
 * @param error why it failed; also set if it was undone
 */
public record RunSummary(long runId, String application, RunState state, Instant startedAt, Optional<Instant> endedAt,
        Optional<String> error) {

    /** Matches messages of {@code RunDriver} and of adapters, because the journal stores only texts. */
    private static final Pattern UNREACHED =
            Pattern.compile(" was not observed \\(|\\(UNREACHABLE\\)| does not answer |The connection to the machine \\(\\S+\\) broke ");

    /** True if the run failed because a host was unreachable; no longer relevant when the host is reachable again. */
    public boolean hostUnreached() {
        return error.filter(why -> UNREACHED.matcher(why).find()).isPresent();
    }
}
