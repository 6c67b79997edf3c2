package org.caravan.api.node;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Infrastructure", description = "Sites and hosts on which applications can run.")
public record InfrastructureView(
        @Schema(description = "Name, as declared in the text.", example = "NorNet") String name,
        @Schema(description = "Host types, sorted by id.") List<HostTypeView> hostTypes,
        @Schema(description = "Sites, sorted by id.") List<SiteView> sites) {

    @Schema(name = "HostType", description = "Properties shared by all hosts of one type.")
    public record HostTypeView(
            @Schema(description = "Id of the type.", example = "raspberry-pi-3") String id,
            @Schema(allowableValues = {"amd64", "arm64"}, description = "Processor architecture.", example = "arm64") String architecture,
            @Schema(description = "Processor, in thousandths of a core.", example = "4000") long cpuMilliCores,
            @Schema(description = "Memory, in bytes.", example = "1073741824") long memoryBytes,
            @Schema(description = "Disk, in bytes.") long diskBytes,
            @Schema(description = "Price of a host in use, in euro cents per month.", example = "300")
                    long costCentsPerMonth) {}

    @Schema(name = "Site", description = "A location with its own connections to ISPs.")
    public record SiteView(
            @Schema(description = "Id of the site.", example = "simula") String id,
            @Schema(allowableValues = {"edge", "private", "public", "users"},
                    description = "edge, private, public, or users: a network of users, on which nothing is placed.") String kind,
            @Schema(description = "Country code (ISO 3166-1 alpha-2).", example = "NO") String country,
            @Schema(description = "Latitude in degrees north (WGS 84), -90 to 90.") double latitude,
            @Schema(description = "Longitude in degrees east (WGS 84), -180 to 180.") double longitude,
            @Schema(description = "Internet service providers of the site, sorted by id.") List<IspView> isps,
            @Schema(description = "Hosts of the site, sorted by id; empty for a site of users.") List<HostView> hosts,
            @Schema(description = "Id of the machine from which a site of users is measured; absent for other sites.", nullable = true)
                    String vantageId) {}

    @Schema(name = "Isp", description = "An ISP of a site.")
    public record IspView(
            @Schema(description = "Id of the ISP.", example = "Uninett") String id,
            @Schema(description = "Prefixes, by IP version.") List<SubnetView> subnets) {}

    @Schema(name = "Subnet", description = "A prefix that an ISP assigns to a site.")
    public record SubnetView(
            @Schema(allowableValues = {"ipv4", "ipv6"}, description = "IP version.") String family,
            @Schema(description = "Prefix in CIDR notation.", example = "10.1.42.0/24") String prefix,
            @Schema(description = "Address literal of the gateway.", example = "10.1.42.1") String gateway) {}

    @Schema(name = "Host", description = "A machine on which instances can be placed.")
    public record HostView(
            @Schema(description = "Id of the host.", example = "pi-1") String id,
            @Schema(description = "Id of the host type.", example = "raspberry-pi-3") String hostTypeId,
            @Schema(description = "Adapter that manages the host.", example = "lxc") String provider) {}
}
