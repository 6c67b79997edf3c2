package org.caravan.server.rest;

import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/**
 * Conditions of the headers {@code If-Match} and {@code If-None-Match} of a change (RFC 9110). They prevent lost updates, by which a client
 * overwrites a version that it has not seen.
 *
 * @param match entity tags, or a star for any existing version; absent: no condition
 * @param noneMatch a star: the resource must not exist yet; absent: no condition
 */
public record Precondition(Optional<String> match, Optional<String> noneMatch) {

    public static final Precondition NONE = new Precondition(Optional.empty(), Optional.empty());

    /**
     * @param digest digest of the current version; empty: the resource does not exist
     * @throws ProblemException with status 412 if a condition is not met
     */
    public void check(String what, Optional<String> digest) {
        boolean met = match.map(wanted -> fits(wanted, digest)).orElse(true)
                && !noneMatch.map(unwanted -> fits(unwanted, digest)).orElse(false);
        if (!met) {
            throw new ProblemException(HttpStatus.PRECONDITION_FAILED, "changed-meanwhile", "The " + what
                    + " is not what this change was made from: "
                    + digest.map(text -> "it has the entity tag " + tag(text)).orElse("there is none") + ".",
                    "read it again, repeat the change, and send its entity tag.");
        }
    }

    private static boolean fits(String header, Optional<String> digest) {
        return digest.isPresent() && Arrays.stream(header.split(",")).map(String::strip).anyMatch(tag -> tag.equals("*")
                || tag.equals(tag(digest.get())));
    }

    public static String tag(String digest) {
        return "\"" + digest + "\"";
    }
}
