package org.caravan.cli.network;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.caravan.api.node.HostCapability.Watts;
import org.caravan.api.node.NodePlace;
import org.caravan.api.node.NodeTask.Work;
import org.caravan.api.node.NodeTaskOrder;
import org.caravan.client.ApiFault;
import picocli.CommandLine.Option;

/** Options of the measurement of a node. */
public final class MeasuringOptions {

    private static final Pattern WATTS = Pattern.compile("(\\d{1,6}(?:\\.\\d{1,3})?)(?:\\.\\.(\\d{1,6}(?:\\.\\d{1,3})?))?");

    @Option(names = "--watts", paramLabel = "IDLE..LOAD",
            description = "Power in watts measured at the node while idle and under full load, as 2..4.4.")
    private String watts;

    @Option(names = "--peer", paramLabel = "NODE",
            description = "Peer node for the network measurement (default: another node at the site).")
    private String peerId;

    @Option(names = "--repetitions", paramLabel = "N", description = "Repetitions per measurement, 2 to 100 (default: 5).")
    private Integer times;

    /** @param unmeasured whether the node is added without a measurement; empty for other kinds of work */
    public NodeTaskOrder order(Work work, Optional<NodePlace> place, Optional<Boolean> unmeasured) {
        return new NodeTaskOrder(work, place, Optional.ofNullable(times), unmeasured, Optional.ofNullable(peerId),
                Optional.ofNullable(watts).map(MeasuringOptions::power), Optional.empty());
    }

    private static Watts power(String watts) {
        Matcher matcher = WATTS.matcher(watts);
        if (!matcher.matches()) {
            throw new ApiFault("watts-invalid", "--watts (" + watts + ") is not a range of watts.\n    Maybe write it like 2..4.4.");
        }
        double idle = Double.parseDouble(matcher.group(1));
        return new Watts(idle, matcher.group(2) == null ? idle : Double.parseDouble(matcher.group(2)));
    }
}
