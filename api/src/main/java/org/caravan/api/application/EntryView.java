package org.caravan.api.application;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

@Schema(name = "EntryFigures", description = "What is counted of a user group that enters without a router. Neither a DNS query nor a "
        + "connection is a request, so there is no rate of requests and no response time.")
public record EntryView(
        @Schema(description = "DNS queries of the group for the name of the component at this server over the past 5 minutes, per s; "
                + "absent if none came since the deployment.", example = "0.2") Optional<Double> queriesPerSecond,
        @Schema(description = "TCP connection attempts of the group at the copies of the component over the past 5 minutes, per s; a "
                + "repeated attempt counts again. Absent if none came since the deployment or the hosts cannot count them.",
                example = "3.1")
        Optional<Double> connectionsPerSecond,
        @Schema(description = "TCP connection attempts since the deployment.", example = "5580") Optional<Long> connections,
        @Schema(description = "Median round-trip time of open connections since the deployment, as the kernels of the hosts estimate "
                + "it, in ms: the network alone, without the answer. Connections are read about every 15 s and each reading counts, so "
                + "long ones weigh more.", example = "11.8")
        Optional<Double> roundTripMedianMillis,
        @Schema(description = "95th percentile of the same readings, in ms.", example = "14.2") Optional<Double> roundTripP95Millis) {}
