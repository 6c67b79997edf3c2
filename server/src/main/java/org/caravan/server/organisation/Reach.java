package org.caravan.server.organisation;

import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Organisation scope of a caller: the resources that the caller may see.
 *
 * @param organisation organisation of the caller; empty: the installation, which sees all resources
 */
public record Reach(Optional<String> organisation) {

    /** Scope of the installation: its owner, and tokens that belong to no organisation. */
    public static final Reach ALL = new Reach(Optional.empty());
    /** Matches no organisation, because an organisation name is never empty. */
    private static final Reach NOTHING = new Reach(Optional.of(""));

    public static Reach of(String organisation) {
        return new Reach(Optional.of(organisation));
    }

    /** Principal that has a scope. */
    public interface Reaching {
        Reach reach();
    }

    /** Scope of the current caller. It includes nothing outside a request, because background work needs no access check. */
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

    /** Organisation that owns newly created resources. */
    public String home() {
        return organisation.orElse(Organisations.DEFAULT);
    }
}
