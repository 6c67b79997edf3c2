package org.caravan.adapter.simulated;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.caravan.adapter.AdapterFault;
import org.caravan.adapter.Capability;
import org.caravan.adapter.CopyId;
import org.caravan.adapter.CopySpec;
import org.caravan.adapter.PeerRoute;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;

/** Checks of the simulated adapter, with their fault messages. */
record SimulatedRefusals(String infrastructure, Map<String, HostType> types, Set<Capability> capabilities) {

    static SimulatedRefusals of(Infrastructure infrastructure, Set<Capability> capabilities) {
        Map<String, HostType> byId = infrastructure.hostTypes().stream().collect(Collectors.toMap(HostType::id, type -> type));
        Map<String, HostType> byHost = infrastructure.hosts().stream()
                .collect(Collectors.toMap(Host::id, host -> byId.get(host.hostTypeId())));
        return new SimulatedRefusals(infrastructure.name(), byHost, capabilities);
    }

    /** @throws AdapterFault of kind UNREACHABLE if the infrastructure has no such host */
    HostType typeOf(Host host) {
        HostType type = types.get(host.id());
        if (type == null) {
            throw new AdapterFault(AdapterFault.Kind.UNREACHABLE,
                    "The simulated host (%s) does not answer: infrastructure (%s) has no such host.\nMaybe load the infrastructure again."
                            .formatted(host.id(), infrastructure));
        }
        return type;
    }

    /** @param supplied versions of the copy's supplied secrets, by name */
    void requireFit(Host host, CopyId id, CopySpec spec, Map<String, String> supplied) {
        if (spec.addresses().stream().anyMatch(address -> address.at().family() == IpFamily.IPV6)) {
            require(Capability.IPV6, host);
        }
        if (spec.scripts().isPresent()) {
            require(Capability.SCRIPTS, host);
        }
        if (supplied.size() < spec.secrets().size()) {
            throw new AdapterFault(AdapterFault.Kind.FAILED,
                    "The copy (%s) has no secrets on the simulated host (%s).\nMaybe supply them first.".formatted(id.label(), host.id()));
        }
    }

    void requireRoutes(Host host, List<PeerRoute> routes) {
        if (!routes.isEmpty()) {
            require(Capability.SOURCE_ROUTES, host);
        }
    }

    void require(Capability capability, Host host) {
        if (!capabilities.contains(capability)) {
            throw new AdapterFault(AdapterFault.Kind.UNSUPPORTED,
                    "The adapter (simulated) of host (%s) does not do %s.\nMaybe give the script the capability."
                            .formatted(host.id(), capability));
        }
    }

    AdapterFault noImage(Host host, String image) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The image (%s) for the simulated host (%s) does not exist.\nMaybe import it: caravan image import FILE --name %s."
                        .formatted(image, host.id(), image));
    }

    AdapterFault notThere(Host host, CopyId id) {
        return new AdapterFault(AdapterFault.Kind.FAILED,
                "The simulated host (%s) has no copy (%s).\nMaybe it was removed in the meantime: observe again."
                        .formatted(host.id(), id.label()));
    }
}
