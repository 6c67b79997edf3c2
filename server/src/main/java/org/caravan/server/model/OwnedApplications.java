package org.caravan.server.model;

import java.util.Optional;
import org.caravan.diagnostic.DidYouMean;
import org.caravan.server.organisation.OrganisationScope;
import org.caravan.server.organisation.OwnedResource;
import org.caravan.server.organisation.Ownership;
import org.caravan.server.organisation.Ownership.Kind;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/** Ownership check of all paths that name an application. */
@Component
class OwnedApplications implements OwnedResource {

    private final Ownership owners;
    private final ModelStore store;

    OwnedApplications(Ownership owners, ModelStore store) {
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
    public boolean creates(String pattern) {
        return pattern.endsWith("/{name}/model");
    }

    @Override
    public Optional<String> owner(String name) {
        return owners.of(Kind.APPLICATION, name);
    }

    @Override
    public ProblemException unknown(String name, OrganisationScope reach) {
        return unknown(name, store, reach);
    }

    static ProblemException unknown(String name, ModelStore store, OrganisationScope reach) {
        var known = store.applications(reach);
        return ProblemException.notFound("unknown-application", "There is no application (" + name + ").",
                known.isEmpty() ? "send its model first." : "use one of " + DidYouMean.of(name, known).stream().sorted().toList() + ".");
    }
}
