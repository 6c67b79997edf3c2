package org.caravan.server.node;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.caravan.api.node.HostCapability;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.unit.MilliCores;
import org.springframework.stereotype.Component;

/** Measured speed of hosts: events of sysbench's processor test per second and core, relative to the reference host. */
@Component
public class HostSpeeds {

    /** Events per second of one core of the reference host. */
    static final double REFERENCE = 1_000;

    /** Measurements vary by a few percent, and equal hosts should stay equal. */
    private static final MathContext DIGITS = new MathContext(2);

    private final Capabilities capabilities;

    HostSpeeds(Capabilities capabilities) {
        this.capabilities = capabilities;
    }

    /** By host; hosts that were not measured are omitted. Plans and the judgement of deployed plans use the same speeds. */
    public Map<String, Double> of(Infrastructure infrastructure) {
        Map<String, Double> speeds = new TreeMap<>();
        Map<String, HostCapability> measured = capabilities.all();
        for (Host host : infrastructure.hosts()) {
            Optional.ofNullable(measured.get(host.id()))
                    .flatMap(capability -> speed(capability, infrastructure.hostTypeOf(host.id()).cpu()))
                    .ifPresent(speed -> speeds.put(host.id(), speed));
        }
        return speeds;
    }

    /**
     * Events per second of one thread. Empty if the processor was not measured.
     *
     * @param cores of the type; used if the number of threads was not recorded
     */
    static Optional<Double> speed(HostCapability measured, MilliCores cores) {
        double threads = measured.threads().map(Integer::doubleValue).orElse(cores.value() / 1_000.0);
        return measured.figures().stream().filter(figure -> figure.what().equals("cpu") && figure.mean() > 0).findFirst()
                .map(figure -> figure.mean() / Math.max(1, threads) / REFERENCE)
                .map(speed -> new BigDecimal(speed).round(DIGITS).doubleValue());
    }
}
