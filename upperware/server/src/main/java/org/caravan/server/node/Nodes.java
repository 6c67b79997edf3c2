package org.caravan.server.node;

import java.util.Map;
import java.util.Optional;
import org.caravan.dsl.InfrastructureEdit;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.server.infrastructure.Infrastructures;
import org.caravan.server.rest.Refusal;
import org.springframework.stereotype.Component;

/** Nodes as hosts of the infrastructure: those that are, those that would be, and how they become so. */
@Component
class Nodes {

    private static final String PROVIDER = "lxc";
    private static final int SSH_PORT = 22;

    private final Infrastructures infrastructures;

    Nodes(Infrastructures infrastructures) {
        this.infrastructures = infrastructures;
    }

    Optional<Host> known(String hostId) {
        return infrastructures.required().hosts().stream().filter(host -> host.id().equals(hostId)).findFirst();
    }

    Host required(String hostId) {
        return known(hostId).orElseThrow(() -> Refusal.notFound("unknown-host", "The infrastructure has no host (" + hostId + ").",
                "list them: caravan nodes."));
    }

    /** The host as the infrastructure names it; else as it would, where the place says all that is needed for that. */
    Host at(String hostId, NodePlace place) {
        Optional<Host> known = known(hostId);
        known.ifPresent(host -> refuseContradiction(host, place));
        return prepared(known.orElseGet(() -> new Host(hostId, hostTypeOf(hostId, place), PROVIDER,
                needed(hostId, place.address(), "address", "--at ADDRESS"), place.port().orElse(SSH_PORT), credentialsOf(hostId, place))));
    }

    /** @return the text without the host where it is there already: nothing changes then */
    InfrastructureEdit adding(Host host, NodePlace place) {
        Map<String, String> files = infrastructures.files();
        return known(host.id()).isPresent() ? new InfrastructureEdit(files, "")
                : InfrastructureEdit.adding(files, siteOf(host.id(), place), host);
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
            throw Refusal.conflict("rented-host", "The machine of host (" + host.id() + ") is rented: it is prepared when it first boots.",
                    "deploy something that uses it.");
        }
        if (!host.provider().equals(PROVIDER)) {
            throw Refusal.conflict("other-provider", "Host (" + host.id() + ") has the provider (" + host.provider()
                    + "); only those of provider (lxc) are prepared.", "prepare it as its provider's documentation says.");
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
            throw Refusal.conflict("known-otherwise", "The infrastructure has host (" + host.id() + ") with the " + what + " (" + known
                    + "), not (" + value + ").", "leave that option out, take another name, or remove the node first.");
        });
    }

    private String siteOf(String hostId, NodePlace place) {
        return needed(hostId, place.siteId(), "site", "--site SITE");
    }

    private String hostTypeOf(String hostId, NodePlace place) {
        String type = needed(hostId, place.hostTypeId(), "host type", "--type TYPE");
        if (infrastructures.required().hostTypes().stream().noneMatch(one -> one.id().equals(type))) {
            throw Refusal.notFound("unknown-host-type", "The infrastructure has no host type (" + type + ").", "use one of "
                    + infrastructures.required().hostTypes().stream().map(one -> one.id()).toList() + ", or model it first.");
        }
        return type;
    }

    private String credentialsOf(String hostId, NodePlace place) {
        String siteId = siteOf(hostId, place);
        Infrastructure infrastructure = infrastructures.required();
        Optional<String> ofSite = infrastructure.sites().stream().filter(site -> site.id().equals(siteId))
                .flatMap(site -> site.hosts().stream()).filter(host -> host.provider().equals(PROVIDER)).map(Host::credentials).findFirst();
        return needed(hostId, place.credentials().or(() -> ofSite), "credentials", "--credentials NAME");
    }

    private static String needed(String hostId, Optional<String> said, String what, String option) {
        return said.filter(value -> !value.isBlank()).orElseThrow(() -> Refusal.conflict("place-missing",
                "The infrastructure has no host (" + hostId + "), so its " + what + " must be said.", "add " + option + "."));
    }
}
