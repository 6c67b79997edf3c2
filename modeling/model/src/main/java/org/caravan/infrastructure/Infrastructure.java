package org.caravan.infrastructure;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** All sites and host types of one operator. References are complete. */
public record Infrastructure(String name, List<HostType> hostTypes, List<Site> sites) {

    public Infrastructure {
        hostTypes = hostTypes.stream().sorted(Comparator.comparing(HostType::id)).toList();
        sites = sites.stream().sorted(Comparator.comparing(Site::id)).toList();
        for (Site site : sites) {
            for (Host host : site.hosts()) {
                if (hostTypes.stream().noneMatch(type -> type.id().equals(host.hostTypeId()))) {
                    throw new IllegalArgumentException("host " + host.id() + " is of unknown type " + host.hostTypeId());
                }
            }
        }
    }

    public Site site(String siteId) {
        return findSite(siteId).orElseThrow(() -> new IllegalArgumentException("no site " + siteId + " in infrastructure " + name));
    }

    public Optional<Site> findSite(String siteId) {
        return sites.stream().filter(site -> site.id().equals(siteId)).findFirst();
    }

    public Optional<Host> findHost(String hostId) {
        return sites.stream().flatMap(site -> site.hosts().stream()).filter(host -> host.id().equals(hostId)).findFirst();
    }

    public Site siteOfHost(String hostId) {
        return sites.stream()
                .filter(site -> site.hosts().stream().anyMatch(host -> host.id().equals(hostId)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no host " + hostId + " in infrastructure " + name));
    }

    public Host host(String hostId) {
        return siteOfHost(hostId).hosts().stream()
                .filter(host -> host.id().equals(hostId))
                .findFirst()
                .orElseThrow();
    }

    public HostType hostTypeOf(String hostId) {
        String typeId = host(hostId).hostTypeId();
        return hostTypes.stream().filter(type -> type.id().equals(typeId)).findFirst().orElseThrow();
    }

    /** Hosts of all sites, sorted by id. */
    public List<Host> hosts() {
        return sites.stream()
                .flatMap(site -> site.hosts().stream())
                .sorted(Comparator.comparing(Host::id))
                .toList();
    }
}
