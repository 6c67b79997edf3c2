package org.caravan.server.share;

import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * How many of a kind may be held at once. An organisation that holds none always gets one, whatever the others hold, so that no other organisation, and no group of them,
 * can shut it out; organisations are made by admins, so that this stays bounded.
 *
 * @param token by one token
 * @param organisation by all tokens of one organisation; tokens of the installation are limited by {@code token} and {@code all}
 * @param all together
 */
public record Share(int token, int organisation, int all) {

    public Share {
        if (token < 1 || organisation < token || all < organisation) {
            throw new IllegalArgumentException("a token has 1 to its organisation's, and that at most all: " + token + ", " + organisation + ", " + all);
        }
    }

    /** @param whose {@code of this token}, for a sentence */
    public record Exceeded(int most, String whose) {}

    /** Which limit another one would exceed; empty if it may be had. */
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
