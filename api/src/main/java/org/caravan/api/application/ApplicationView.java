package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Optional;

@Schema(name = "Application", description = "An application and its running instances.")
public record ApplicationView(
        @Schema(description = "Name of the application.", example = "sock-shop") String name,
        @Schema(description = "Version of the latest model.", example = "1.0") String version,
        @Schema(allowableValues = {"MODELLED", "DEPLOYING", "RUNNING", "DEGRADED", "FAILED", "DESTROYED"},
                description = "MODELLED: never deployed. DEPLOYING: a deployment is running. RUNNING, FAILED: result of the latest "
                + "deployment. DEGRADED: the deployment succeeded, but some instances are not running. DESTROYED: all copies were "
                + "removed.") String state,
        @Schema(description = "Id of the target plan; absent before the first deployment.") Optional<String> targetPlanId,
        @Schema(description = "Instances that are not running, if DEGRADED; reason of the failure, if the latest deployment failed, "
                + "even if it was undone; otherwise absent.") Optional<String> lastError,
        @Schema(description = "Id of the latest plan, if it changes something and can be approved; otherwise absent.")
                Optional<String> pendingPlanId,
        @Schema(description = "Instances of the target plan, with their observed state.")
                List<InstanceView> instances,
        @Schema(description = "Links between the instances.") List<LinkView> links,
        @Schema(description = "Entries of the user groups.") List<EntryView> entries,
        @Schema(description = "Hosts of the target plan, and the application's share of their cost.") List<HostView> hosts) {

    @Schema(name = "ApplicationHost", description = "A host and the application's share of its price.")
    public record HostView(
            @Schema(description = "Id of the host.", example = "cloud-1") String hostId,
            @Schema(description = "Cost of the host, in euro cents per month.", example = "4000") long costCentsPerMonth,
            @Schema(description = "The application's share of the cost by size of its instances, half by processor, half by memory, in "
                    + "euro cents per month. The shares of all applications add up to the cost.", example = "1500") long shareCentsPerMonth,
            @Schema(description = "Whether other applications use the host, too. They pay its whole cost when this application is "
                    + "removed.") boolean shared) {}

    @Schema(name = "Instance", description = "An instance and its state.")
    public record InstanceView(
            @Schema(description = "Component and number.", example = "frontend:1") String instance,
            @Schema(description = "Id of the site.", example = "bergen") String siteId,
            @Schema(description = "Id of the host.", example = "pi-bergen-1") String hostId,
            @Schema(description = "Processor reserved, in thousandths of a core.", example = "200") long cpuMilliCores,
            @Schema(description = "Memory limit, in bytes.", example = "100663296") long memoryBytes,
            @Schema(description = "Address literals of the instance, one per ISP and IP version of the site.") List<String> addresses,
            @Schema(description = "RUNNING, STOPPED, MISSING, or UNKNOWN if the host is unreachable. CRASH_LOOP: stopped after at least "
                    + "five restarts by its host; the next restart follows after a pause of up to five minutes.", example = "RUNNING")
                    String state,
            @Schema(description = "Whether the addresses and gateways to the required components are those of the plan, as observed "
                    + "inside the instance; absent if it is not running.") Optional<Boolean> verified,
            @Schema(description = "Number of restarts by the host since the server started the instance, or since it last ran for ten "
                    + "minutes.", example = "0") int restarts,
            @Schema(description = "Exit code of the process that exited last in that time, 128 + signal if a signal killed it; absent "
                    + "if none exited or the host cannot report it.",
                            example = "1") Optional<Integer> lastExitCode) {}

    @Schema(name = "Link", description = "Link from an instance to an instance that it requires.")
    public record LinkView(
            @Schema(description = "Client instance.", example = "frontend:1") String from,
            @Schema(description = "Server instance.", example = "catalogue:1") String to,
            @Schema(description = "Name of the endpoint.", example = "http") String endpoint,
            @Schema(description = "TCP port, 1 to 65535.", example = "8080") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Address literal of the server end.") String targetAddress,
            @Schema(description = "Mean idle round-trip time by the latest measurements, in ms; absent if unknown.")
                    Optional<Double> rttMillis,
            @Schema(description = "Mean throughput by the latest measurements, in bit/s; absent if unknown.")
                    Optional<Double> throughputBitsPerSecond) {}

    @Schema(name = "Entry", description = "Entry of a user group: the instance that serves it.")
    public record EntryView(
            @Schema(description = "Id of the user group.", example = "bergen") String usersId,
            @Schema(description = "Component that the users look up.", example = "frontend") String component,
            @Schema(description = "Instance that serves the user group.", example = "frontend:1") String instance,
            @Schema(description = "Address literal that the users get.") String address,
            @Schema(description = "TCP port, 1 to 65535.", example = "8079") int port,
            @Schema(description = "Site, ISP and IP version of both ends.", example = "bergen.BKK/ipv6 -> simula.Uninett/ipv6") String path,
            @Schema(description = "Mean idle round-trip time by the latest measurements, in ms; absent if unknown.")
                    Optional<Double> rttMillis,
            @Schema(description = "Mean throughput by the latest measurements, in bit/s; absent if unknown.")
                    Optional<Double> throughputBitsPerSecond) {}
}
