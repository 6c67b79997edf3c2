package org.caravan.server.rest;

import java.util.Arrays;
import java.util.Optional;
import org.springframework.http.HttpStatus;

/**
 * What the headers {@code If-Match} and {@code If-None-Match} of a change want to be so (RFC 9110), so that nobody overwrites what he has not seen.
 *
 * @param match entity tags, or a star: any; absent: whatever it is
 * @param noneMatch a star: there is none yet; absent: whatever it is
 */
public record Precondition(Optional<String> match, Optional<String> noneMatch) {

    public static final Precondition NONE = new Precondition(Optional.empty(), Optional.empty());

    /** @param digest of what is there; empty: nothing is */
    public void check(String what, Optional<String> digest) {
        boolean met = match.map(wanted -> fits(wanted, digest)).orElse(true) && !noneMatch.map(unwanted -> fits(unwanted, digest)).orElse(false);
        if (!met) {
            throw new Refusal(HttpStatus.PRECONDITION_FAILED, "changed-meanwhile", "The " + what + " is not what this change was made from: "
                    + digest.map(text -> "it has the entity tag " + tag(text)).orElse("there is none") + ".", "read it again, make the change in that, and send its entity tag.");
        }
    }

    private static boolean fits(String header, Optional<String> digest) {
        return digest.isPresent() && Arrays.stream(header.split(",")).map(String::strip).anyMatch(tag -> tag.equals("*") || tag.equals(tag(digest.get())));
    }

    public static String tag(String digest) {
        return "\"" + digest + "\"";
    }
}
