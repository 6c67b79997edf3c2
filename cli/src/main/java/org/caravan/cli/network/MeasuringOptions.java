package org.caravan.cli.network;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    public Map<String, Object> body() {
        Map<String, Object> wishes = new TreeMap<>();
        if (watts != null) {
            wishes.put("watts", power());
        }
        if (peerId != null) {
            wishes.put("peerId", peerId);
        }
        if (times != null) {
            wishes.put("times", times);
        }
        return wishes;
    }

    private Map<String, Double> power() {
        Matcher matcher = WATTS.matcher(watts);
        if (!matcher.matches()) {
            throw new ApiFault("watts-invalid", "--watts (" + watts + ") is not a range of watts.\n    Maybe write it like 2..4.4.");
        }
        double idle = Double.parseDouble(matcher.group(1));
        return Map.of("idle", idle, "load", matcher.group(2) == null ? idle : Double.parseDouble(matcher.group(2)));
    }
}
