package org.caravan.api.plan;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

@Schema(name = "Placement", description = "All decisions of a plan.")
public record PlacementView(
        @Schema(description = "Host of each instance, sorted by instance.") List<InstanceView> instances,
        @Schema(description = "Links between instances, sorted by their ends.") List<LinkView> links,
        @Schema(description = "Entries of user groups, sorted by user group.") List<EntryView> entries) {

    @Schema(name = "PlacedInstance", description = "Host of an instance and the resources that it gets.")
    public record InstanceView(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of the site.", example = "bergen") String siteId,
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Generation of the plan that first placed the instance this way.", example = "1") long generation,
            @Schema(description = "Isolation: container or microvm.", example = "container") String form,
            @Schema(description = "Name in the image repository.", example = "sock-shop/front-end") String image,
            @Schema(description = "Processor reserved, in thousandths of a core.", example = "200") long cpuMilliCores,
            @Schema(description = "Memory limit, in bytes.", example = "100663296") long memoryBytes,
            @Schema(description = "Address literals of the instance, one per ISP and IP version of the site.") List<String> addresses) {}

    @Schema(name = "PlacedLink", description = "Link from an instance to an instance that it requires.")
    public record LinkView(
            @Schema(description = "Client instance.", example = "frontend:1") String from,
            @Schema(description = "Server instance.", example = "catalogue:1") String to,
            @Schema(description = "Name of the endpoint.", example = "http") String endpoint,
            @Schema(description = "TCP port, 1 to 65535.", example = "8080") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Address literal of the client end.") String sourceAddress,
            @Schema(description = "Address literal of the server end.") String targetAddress) {}

    @Schema(name = "PlacedEntry", description = "Entry of a user group: the instance that serves it.")
    public record EntryView(
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Instance that serves the user group.", example = "frontend:1") String to,
            @Schema(description = "Name of the endpoint.", example = "http") String endpoint,
            @Schema(description = "TCP port, 1 to 65535.", example = "8079") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Address literal that the users get.") String targetAddress) {}
}
