package org.caravan.server.organisation;

import java.util.Optional;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/**
 * Organisation scope of a caller: the resources that the caller may see.
 *
 * @param organisation organisation of the caller; empty: the installation, which sees all resources
 */
public record OrganisationScope(Optional<String> organisation) {

    /** Scope of the installation: its owner, and tokens that belong to no organisation. */
    public static final OrganisationScope ALL = new OrganisationScope(Optional.empty());
    /** Matches no organisation, because an organisation name is never empty. */
    private static final OrganisationScope NOTHING = new OrganisationScope(Optional.of(""));

    public static OrganisationScope of(String organisation) {
        return new OrganisationScope(Optional.of(organisation));
    }

    /** Principal that has a scope. */
    public interface Reaching {
        OrganisationScope reach();
    }

    /** Scope of the current caller. It includes nothing outside a request, because background work needs no access check. */
    public static OrganisationScope current() {
        return of(SecurityContextHolder.getContext().getAuthentication());
    }

    public static OrganisationScope of(Authentication caller) {
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
