package org.caravan.server.planning;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.caravan.adapter.CopyAddress;
import org.caravan.plan.DeploymentPlan;
import org.caravan.plan.EntryPlacement;
import org.caravan.plan.InstancePlacement;
import org.caravan.plan.LinkPlacement;

@Schema(name = "Placement", description = "Every choice of a plan.")
public record PlacementView(
        @Schema(description = "Where each instance runs, sorted by instance.") List<InstanceView> instances,
        @Schema(description = "How instances reach each other, sorted by their ends.") List<LinkView> links,
        @Schema(description = "How users reach the application, sorted by users.") List<EntryView> entries) {

    @Schema(name = "PlacedInstance", description = "Where an instance runs and what it is given.")
    public record InstanceView(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of the site.", example = "bergen") String siteId,
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Generation of the plan that first placed it so.", example = "1") long generation,
            @Schema(description = "What it runs as: container or microvm.", example = "container") String form,
            @Schema(description = "Name in the image repository.", example = "sock-shop/front-end") String image,
            @Schema(description = "Processor reserved, in thousandths of a core.", example = "200") long cpuMilliCores,
            @Schema(description = "Upper limit of memory, in bytes.", example = "100663296") long memoryBytes,
            @Schema(description = "Its address literals, one per ISP and IP version of the site.") List<String> addresses) {}

    @Schema(name = "PlacedLink", description = "The way from an instance to one it requires.")
    public record LinkView(
            @Schema(description = "Instance that asks.", example = "frontend:1") String from,
            @Schema(description = "Instance that answers.", example = "catalogue:1") String to,
            @Schema(description = "Name of the endpoint.", example = "http") String endpoint,
            @Schema(description = "TCP port, 1 to 65535.", example = "8080") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Address literal at the near end.") String sourceAddress,
            @Schema(description = "Address literal at the far end.") String targetAddress) {}

    @Schema(name = "PlacedEntry", description = "The way from a group of users to an instance.")
    public record EntryView(
            @Schema(description = "Id of the group of users.", example = "bergen") String usersId,
            @Schema(description = "Instance they are sent to.", example = "frontend:1") String to,
            @Schema(description = "Name of the endpoint.", example = "http") String endpoint,
            @Schema(description = "TCP port, 1 to 65535.", example = "8079") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Address literal they are given.") String targetAddress) {}

    public static PlacementView of(DeploymentPlan plan) {
        return new PlacementView(
                plan.instances().stream().map(PlacementView::of).toList(),
                plan.links().stream().map(PlacementView::of).toList(),
                plan.entries().stream().map(PlacementView::of).toList());
    }

    private static InstanceView of(InstancePlacement placed) {
        return new InstanceView(placed.instance().toString(), placed.siteId(), placed.hostId(), placed.generation(),
                placed.spec().form().toString(), placed.spec().image(), placed.spec().cpu().value(), placed.spec().memory().value(),
                placed.spec().addresses().stream().map(CopyAddress::address).toList());
    }

    private static LinkView of(LinkPlacement link) {
        return new LinkView(link.from().toString(), link.to().toString(), link.endpointName(), link.port(),
                link.path().toString(), link.sourceAddress(), link.targetAddress());
    }

    private static EntryView of(EntryPlacement entry) {
        return new EntryView(entry.usersId(), entry.to().toString(), entry.endpointName(), entry.port(),
                entry.path().toString(), entry.targetAddress());
    }
}
