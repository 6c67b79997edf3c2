package org.caravan.application;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Placement rules between components (affinity, anti-affinity) and bandwidth of their copies on site uplinks.
 *
 * @param couplings sorted, without duplicates
 * @param bandwidths by component id
 */
public record Bonds(List<Coupling> couplings, Map<String, Bandwidth> bandwidths) {

    public static final Bonds NONE = new Bonds(List.of(), Map.of());

    public Bonds {
        couplings = couplings.stream().distinct().sorted().toList();
        bandwidths = Collections.unmodifiableMap(new TreeMap<>(bandwidths));
    }

    /** Bandwidth of the component's copies; empty if they have neither a reservation nor a limit. */
    public Optional<Bandwidth> bandwidth(String componentId) {
        return Optional.ofNullable(bandwidths.get(componentId));
    }

    /** Returns a copy without the rules and the bandwidth of this component. */
    public Bonds without(String componentId) {
        Map<String, Bandwidth> others = new TreeMap<>(bandwidths);
        others.remove(componentId);
        return new Bonds(couplings.stream().filter(coupling -> !coupling.names(componentId)).toList(), others);
    }

    /** Returns a copy without the bandwidth of this component; couplings stay. */
    public Bonds withoutBandwidth(String componentId) {
        return new Bonds(couplings, without(componentId).bandwidths);
    }

    public Bonds without(Coupling gone) {
        return new Bonds(couplings.stream().filter(coupling -> !coupling.equals(gone)).toList(), bandwidths);
    }
}
