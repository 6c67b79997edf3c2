package org.caravan.server.model;

import java.util.Optional;
import org.caravan.diagnostic.Closest;
import org.caravan.server.organisation.Guarded;
import org.caravan.server.organisation.Owners;
import org.caravan.server.organisation.Owners.Kind;
import org.caravan.server.organisation.Reach;
import org.caravan.server.rest.Refusal;
import org.springframework.stereotype.Component;

/** Ownership check of all paths that name an application. */
@Component
class GuardedApplications implements Guarded {

    private final Owners owners;
    private final ModelStore store;

    GuardedApplications(Owners owners, ModelStore store) {
        this.owners = owners;
        this.store = store;
    }

    @Override
    public Kind kind() {
        return Kind.APPLICATION;
    }

    @Override
    public boolean names(String pattern) {
        return pattern.startsWith("/api/v1/applications/");
    }

    @Override
    public Optional<String> owner(String name) {
        return owners.of(Kind.APPLICATION, name);
    }

    @Override
    public Refusal unknown(String name, Reach reach) {
        return unknown(name, store, reach);
    }

    static Refusal unknown(String name, ModelStore store, Reach reach) {
        var known = store.applications(reach);
        return Refusal.notFound("unknown-application", "There is no application (" + name + ").",
                known.isEmpty() ? "send its model first." : "use one of " + Closest.of(name, known).stream().sorted().toList() + ".");
    }
}
