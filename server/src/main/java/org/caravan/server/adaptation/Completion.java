package org.caravan.server.adaptation;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A deployment that is to go on when its hosts are back, as the key of its decision has it.
 *
 * @param attempt number of the deployment's attempt before; the next one has a higher number
 */
record Completion(String application, long runId, int attempt) {

    private static final Pattern KEY = Pattern.compile("complete (\\S{1,200}) (\\d{1,18}) (\\d{1,9})( \\d\\S{1,40})?");

    String key() {
        return ofAnyAttempt(application, runId) + attempt;
    }

    /** What the keys of all completions of a deployment begin with. */
    static String ofAnyAttempt(String application, long runId) {
        return "complete " + application + " " + runId + " ";
    }

    /** Empty for keys of other decisions, also of completions that were held. The key of a repeated one ends with a time. */
    static Optional<Completion> of(String key) {
        Matcher matcher = KEY.matcher(key);
        return matcher.matches()
                ? Optional.of(new Completion(matcher.group(1), Long.parseLong(matcher.group(2)), Integer.parseInt(matcher.group(3))))
                : Optional.empty();
    }
}
