package org.caravan.application;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What binds copies of an application to each other and to the lines of their sites.
 *
 * @param couplings sorted, none twice
 * @param bandwidths by component id
 */
public record Bonds(List<Coupling> couplings, Map<String, Bandwidth> bandwidths) {

    public static final Bonds NONE = new Bonds(List.of(), Map.of());

    public Bonds {
        couplings = couplings.stream().distinct().sorted().toList();
        bandwidths = Collections.unmodifiableMap(new TreeMap<>(bandwidths));
    }

    /** Of a component's copies; empty where they reserve nothing and nothing limits them. */
    public Optional<Bandwidth> bandwidth(String componentId) {
        return Optional.ofNullable(bandwidths.get(componentId));
    }

    /** The same with no word of the component. */
    public Bonds without(String componentId) {
        Map<String, Bandwidth> others = new TreeMap<>(bandwidths);
        others.remove(componentId);
        return new Bonds(couplings.stream().filter(coupling -> !coupling.names(componentId)).toList(), others);
    }

    /** The same were nothing reserved for the component's copies. */
    public Bonds withoutBandwidth(String componentId) {
        return new Bonds(couplings, without(componentId).bandwidths);
    }

    public Bonds without(Coupling gone) {
        return new Bonds(couplings.stream().filter(coupling -> !coupling.equals(gone)).toList(), bandwidths);
    }
}
