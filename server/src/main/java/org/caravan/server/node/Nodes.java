package org.caravan.server.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.api.node.NodePlace;
import org.caravan.dsl.InfrastructureEdit;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.ProblemException;
import org.springframework.stereotype.Component;

/** Nodes as hosts of the infrastructure: looks up existing hosts, builds new ones, and edits the infrastructure text. */
@Component
class Nodes {

    private static final String PROVIDER = "lxc";
    private static final int SSH_PORT = 22;

    private final Infrastructures infrastructures;

    Nodes(Infrastructures infrastructures) {
        this.infrastructures = infrastructures;
    }

    Optional<Host> known(String hostId) {
        return infrastructures.required().findHost(hostId);
    }

    Host required(String hostId) {
        return known(hostId).orElseThrow(() -> ProblemException.notFound("unknown-host", "The infrastructure has no host (" + hostId + ").",
                "list them: caravan nodes."));
    }

    /** The host from the infrastructure; otherwise a new host, if the place is complete. */
    Host at(String hostId, NodePlace place) {
        Optional<Host> known = known(hostId);
        known.ifPresent(host -> refuseContradiction(host, place));
        return prepared(known.orElseGet(() -> unknown(hostId, place)));
    }

    private Host unknown(String hostId, NodePlace place) {
        NodePlaceRules.checkName(hostId);
        List<String> missing = new ArrayList<>();
        place.siteId().ifPresentOrElse(said -> { }, () -> missing.add("--site SITE"));
        place.hostTypeId().ifPresentOrElse(said -> { }, () -> missing.add("--type TYPE"));
        place.address().ifPresentOrElse(said -> { }, () -> missing.add("--at ADDRESS"));
        Optional<String> credentials = place.credentials().or(() -> credentialsOf(place.siteId()));
        if (place.siteId().isPresent() && credentials.isEmpty()) {
            missing.add("--credentials NAME");
        }
        if (!missing.isEmpty()) {
            throw ProblemException.conflict("place-missing", "The infrastructure has no host (" + hostId
                    + "), so its location is required.",
                    "add " + String.join(" ", missing) + "; or use one of the names that `caravan nodes` shows.");
        }
        refuseUnknownType(place.hostTypeId().orElseThrow());
        return new Host(hostId, place.hostTypeId().orElseThrow(), PROVIDER, place.address().orElseThrow(), place.port().orElse(SSH_PORT),
                credentials.orElseThrow());
    }

    /** @return an edit with an empty diff if the infrastructure already contains the host */
    InfrastructureEdit adding(Host host, NodePlace place) {
        Map<String, String> files = infrastructures.files();
        return known(host.id()).isPresent() ? new InfrastructureEdit(files, "")
                : InfrastructureEdit.adding(files, place.siteId().orElseThrow(), host);
    }

    InfrastructureEdit removing(String hostId) {
        return InfrastructureEdit.removing(infrastructures.files(), hostId);
    }

    void amend(InfrastructureEdit edit) {
        if (!edit.diff().isEmpty()) {
            infrastructures.accept(edit.files());
        }
    }

    private static Host prepared(Host host) {
        if (host.rental().isPresent()) {
            throw ProblemException.conflict("rented-host", "The machine of host (" + host.id()
                    + ") is rented: it is prepared when it first boots.",
                    "deploy something that uses it.");
        }
        if (!host.provider().equals(PROVIDER)) {
            throw ProblemException.conflict("other-provider", "Host (" + host.id() + ") has the provider (" + host.provider()
                    + "); only hosts of provider (lxc) can be prepared.", "prepare it as its provider's documentation says.");
        }
        return host;
    }

    private void refuseContradiction(Host host, NodePlace place) {
        Infrastructure infrastructure = infrastructures.required();
        contradiction(host, "site", infrastructure.siteOfHost(host.id()).id(), place.siteId());
        contradiction(host, "type", host.hostTypeId(), place.hostTypeId());
        contradiction(host, "address", host.address(), place.address());
        contradiction(host, "port", Integer.toString(host.port()), place.port().map(port -> Integer.toString(port)));
        contradiction(host, "credentials", host.credentials(), place.credentials());
    }

    private static void contradiction(Host host, String what, String known, Optional<String> said) {
        said.filter(value -> !value.equals(known)).ifPresent(value -> {
            throw ProblemException.conflict("known-otherwise", "The infrastructure has host (" + host.id() + ") with the " + what + " ("
                    + known
                    + "), not (" + value + ").", "leave that option out, take another name, or remove the node first.");
        });
    }

    private void refuseUnknownType(String type) {
        List<String> known = infrastructures.required().hostTypes().stream().map(HostType::id).toList();
        if (!known.contains(type)) {
            throw ProblemException.notFound("unknown-host-type", "The infrastructure has no host type (" + type + ").", "use one of "
                    + known + ", or model it first.");
        }
    }

    /** Credentials of the site's first other node. */
    private Optional<String> credentialsOf(Optional<String> siteId) {
        return infrastructures.required().sites().stream().filter(site -> siteId.filter(site.id()::equals).isPresent())
                .flatMap(site -> site.hosts().stream()).filter(host -> host.provider().equals(PROVIDER)).map(Host::credentials).findFirst();
    }
}
