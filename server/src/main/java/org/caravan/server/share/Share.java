package org.caravan.server.share;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Limits on the number of resources of a kind that are held at the same time. An organisation that holds none is always granted one, so
 * that other organisations cannot lock it out. Only administrators create organisations, so the total remains bounded.
 *
 * @param token maximum per token
 * @param organisation maximum per organisation; tokens of the installation are limited by {@code token} and {@code all} only
 * @param all maximum in total
 */
public record Share(int token, int organisation, int all) {

    public Share {
        if (token < 1 || organisation < token || all < organisation) {
            throw new IllegalArgumentException("a token has 1 to its organisation's, and that at most all: " + token + ", " + organisation
                    + ", " + all);
        }
    }

    /**
     * @param most the limit
     * @param whose phrase for messages, for example {@code of this token}
     */
    public record Exceeded(int most, String whose) {}

    /** The limit that one more resource would exceed; empty if it may be granted. */
    public Optional<Exceeded> exceeded(Collection<Holder> held, Holder asking) {
        if (asking.equals(Holder.SERVER)) {
            return Optional.empty();
        }
        if (count(held, each -> each.token().equals(asking.token())) >= token) {
            return Optional.of(new Exceeded(token, "with this token"));
        }
        long home = count(held, each -> each.reach().equals(asking.reach()));
        if (!asking.reach().all() && home >= organisation) {
            return Optional.of(new Exceeded(organisation, "of this organisation"));
        }
        boolean first = !asking.reach().all() && home == 0;
        return held.size() >= all && !first ? Optional.of(new Exceeded(all, "of this server")) : Optional.empty();
    }

    private static long count(Collection<Holder> held, Predicate<Holder> which) {
        return held.stream().filter(which).count();
    }
}
