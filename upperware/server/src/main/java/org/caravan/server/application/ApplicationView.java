package org.caravan.server.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Application", description = "An application and what of it runs where.")
record ApplicationView(
        @Schema(description = "Name of the application.", example = "sock-shop") String name,
        @Schema(description = "Version of its latest model.", example = "1.0") String version,
        @Schema(description = "MODELLED: never deployed. DEPLOYING: a deployment is under way. RUNNING, FAILED: how the latest "
                        + "deployment ended. DEGRADED: it ended well, but not all of it is seen to run. DESTROYED: all its copies were removed.") ApplicationState state,
        @Schema(description = "Id of the plan it follows; absent before the first.") Optional<String> targetPlanId,
        @Schema(description = "What does not run, where it is degraded; or why the latest deployment failed, also where it was undone; else absent.") Optional<String> lastError,
        @Schema(description = "Id of the latest plan, if it would change something and can be approved; else absent.")
                Optional<String> pendingPlanId,
        @Schema(description = "Its instances by the plan it follows, with their state as seen on their hosts.")
                List<InstanceView> instances,
        @Schema(description = "The ways between its instances.") List<LinkView> links,
        @Schema(description = "The ways of its users to it.") List<EntryView> entries,
        @Schema(description = "The hosts it has instances on by the plan it follows, and its share of what they cost.") List<HostView> hosts) {

    @Schema(name = "ApplicationHost", description = "A host and what an application has of its price.")
    record HostView(
            @Schema(description = "Id of the host.", example = "cloud-1") String hostId,
            @Schema(description = "What the host costs, in cents of a euro per month.", example = "4000") long costCentsPerMonth,
            @Schema(description = "The application's share of it by the size of what sits there, half by processor, half by memory, in cents of a euro per month. "
                    + "Shares of all applications make up the whole.", example = "1500") long shareCentsPerMonth,
            @Schema(description = "Whether other applications are on it, too: they pay for it alone once this one is gone.") boolean shared) {}

    @Schema(name = "Instance", description = "An instance and whether it runs.")
    record InstanceView(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of its site.", example = "bergen") String siteId,
            @Schema(description = "Id of its host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Processor reserved, in thousandths of a core.", example = "200") long cpuMilliCores,
            @Schema(description = "Upper limit of memory, in bytes.", example = "100663296") long memoryBytes,
            @Schema(description = "Its address literals, one per ISP and IP version of the site.") List<String> addresses,
            @Schema(description = "RUNNING, STOPPED, MISSING, or UNKNOWN where its host did not answer; CRASH_LOOP: it is down after five restarts by its host or more, "
                            + "and is started again after a pause of up to five minutes.", example = "RUNNING")
                    String state,
            @Schema(description = "Whether the addresses and gateways its packets take to the components it requires are those of the plan, "
                            + "as seen from inside; absent where it does not run.") Optional<Boolean> verified,
            @Schema(description = "How often its host has started it again by itself since the server started it, or since it last ran for ten minutes.", example = "0") int restarts,
            @Schema(description = "Exit code of its process that ended last in that time, 128 + signal where a signal ended it; absent where none did, or its host cannot tell.",
                            example = "1") Optional<Integer> lastExitCode) {}

    @Schema(name = "Link", description = "The way from an instance to one it requires.")
    record LinkView(
            @Schema(description = "Instance that asks.", example = "frontend:1") String from,
            @Schema(description = "Instance that answers.", example = "catalogue:1") String to,
            @Schema(description = "Name of the endpoint.", example = "http") String endpoint,
            @Schema(description = "TCP port, 1 to 65535.", example = "8080") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Address literal at the far end.") String targetAddress,
            @Schema(description = "Mean idle round-trip time by the latest measurements, in ms; absent where not known.")
                    Optional<Double> rttMillis,
            @Schema(description = "Mean throughput by the latest measurements, in bit/s; absent where not known.")
                    Optional<Double> throughputBitsPerSecond) {}

    @Schema(name = "Entry", description = "The way of a group of users to an instance.")
    record EntryView(
            @Schema(description = "Id of the group of users.", example = "bergen") String usersId,
            @Schema(description = "Component they look up.", example = "frontend") String component,
            @Schema(description = "Instance they are sent to.", example = "frontend:1") String instance,
            @Schema(description = "Address literal they are given.") String address,
            @Schema(description = "TCP port, 1 to 65535.", example = "8079") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Mean idle round-trip time by the latest measurements, in ms; absent where not known.")
                    Optional<Double> rttMillis,
            @Schema(description = "Mean throughput by the latest measurements, in bit/s; absent where not known.")
                    Optional<Double> throughputBitsPerSecond) {}
}
