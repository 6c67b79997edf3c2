package org.caravan.server.organisation;

import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Whose things a caller hears of.
 *
 * @param organisation the one that is; empty: the installation, which hears of all
 */
public record Reach(Optional<String> organisation) {

    /** Of the installation itself: its owner, and tokens that belong to no organisation. */
    public static final Reach ALL = new Reach(Optional.empty());
    /** No organisation is called so. */
    private static final Reach NOTHING = new Reach(Optional.of(""));

    public static Reach of(String organisation) {
        return new Reach(Optional.of(organisation));
    }

    /** Of a principal that has one. */
    public interface Reaching {
        Reach reach();
    }

    /** Of who asks now; where nobody does, nothing: who serves no request has no need to ask. */
    public static Reach current() {
        return of(SecurityContextHolder.getContext().getAuthentication());
    }

    public static Reach of(Authentication caller) {
        return caller != null && caller.getPrincipal() instanceof Reaching reaching ? reaching.reach() : NOTHING;
    }

    public boolean all() {
        return organisation.isEmpty();
    }

    public boolean includes(String owner) {
        return all() || organisation.get().equals(owner);
    }

    /** To which belongs what is newly handed over. */
    public String home() {
        return organisation.orElse(Organisations.DEFAULT);
    }
}
