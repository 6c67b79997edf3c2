package org.caravan.server.infrastructure;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.infrastructure.Architecture;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.infrastructure.IpFamily;
import org.caravan.infrastructure.Site;
import org.caravan.infrastructure.SiteKind;

@Schema(name = "Infrastructure", description = "Where applications may run.")
record InfrastructureView(
        @Schema(description = "As its text says.", example = "NorNet") String name,
        @Schema(description = "Makes of hosts, sorted by id.") List<HostTypeView> hostTypes,
        @Schema(description = "Places with connections of their own, sorted by id.") List<SiteView> sites) {

    @Schema(name = "HostType", description = "What hosts of one make have in common.")
    record HostTypeView(
            @Schema(description = "Id of the type.", example = "raspberry-pi-3") String id,
            @Schema(description = "Processor architecture.", example = "arm64") Architecture architecture,
            @Schema(description = "Processor, in thousandths of a core.", example = "4000") long cpuMilliCores,
            @Schema(description = "Memory, in bytes.", example = "1073741824") long memoryBytes,
            @Schema(description = "Disk, in bytes.") long diskBytes,
            @Schema(description = "Price of a host in use, in cents of a euro per month.", example = "300")
                    long costCentsPerMonth) {}

    @Schema(name = "Site", description = "A place with its own connections to ISPs.")
    record SiteView(
            @Schema(description = "Id of the site.", example = "simula") String id,
            @Schema(description = "edge, private, public, or users: a network of users, never placed on.") SiteKind kind,
            @Schema(description = "ISO 3166-1 alpha-2.", example = "NO") String country,
            @Schema(description = "Degrees north (WGS 84), -90 to 90.") double latitude,
            @Schema(description = "Degrees east (WGS 84), -180 to 180.") double longitude,
            @Schema(description = "Its Internet service providers, sorted by id.") List<IspView> isps,
            @Schema(description = "Its hosts, sorted by id; none at a site of users.") List<HostView> hosts,
            @Schema(description = "Id of the machine a site of users is measured from; absent elsewhere.", nullable = true)
                    String vantageId) {}

    @Schema(name = "Isp", description = "One ISP of a site.")
    record IspView(
            @Schema(description = "Id of the ISP.", example = "Uninett") String id,
            @Schema(description = "Prefix per IP version.") List<SubnetView> subnets) {}

    @Schema(name = "Subnet", description = "A prefix of an ISP at a site.")
    record SubnetView(
            @Schema(description = "IP version.") IpFamily family,
            @Schema(description = "CIDR notation.", example = "10.1.42.0/24") String prefix,
            @Schema(description = "Gateway, an address literal.", example = "10.1.42.1") String gateway) {}

    @Schema(name = "Host", description = "A machine on which containers can be placed.")
    record HostView(
            @Schema(description = "Id of the host.", example = "pi-1") String id,
            @Schema(description = "Id of its type.", example = "raspberry-pi-3") String hostTypeId,
            @Schema(description = "Which adapter works on it.", example = "lxc") String provider) {}

    static InfrastructureView of(Infrastructure infrastructure) {
        return new InfrastructureView(infrastructure.name(),
                infrastructure.hostTypes().stream().map(InfrastructureView::of).toList(),
                infrastructure.sites().stream().map(InfrastructureView::of).toList());
    }

    private static HostTypeView of(HostType type) {
        return new HostTypeView(type.id(), type.architecture(), type.cpu().value(), type.memory().value(),
                type.disk().value(), type.cost().value());
    }

    private static SiteView of(Site site) {
        List<IspView> isps = site.isps().stream()
                .map(isp -> new IspView(isp.id(), isp.subnets().entrySet().stream()
                        .map(entry -> new SubnetView(entry.getKey(), entry.getValue().prefix(), entry.getValue().gateway()))
                        .toList()))
                .toList();
        List<HostView> hosts = site.hosts().stream()
                .map(host -> new HostView(host.id(), host.hostTypeId(), host.provider()))
                .toList();
        return new SiteView(site.id(), site.kind(), site.country(), site.position().latitude(),
                site.position().longitude(), isps, hosts, site.vantage().map(vantage -> vantage.id()).orElse(null));
    }
}
