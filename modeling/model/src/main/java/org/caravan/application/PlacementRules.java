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
 * @param chosen bandwidth of single copies, which a person chose at run time, by component id and number of the copy ({@code web:1});
 *     models have none
 */
public record PlacementRules(List<Coupling> couplings, Map<String, Bandwidth> bandwidths, Map<String, Bandwidth> chosen) {

    public static final PlacementRules NONE = new PlacementRules(List.of(), Map.of());

    public PlacementRules {
        couplings = couplings.stream().distinct().sorted().toList();
        bandwidths = Collections.unmodifiableMap(new TreeMap<>(bandwidths));
        chosen = chosen == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(chosen));
    }

    /** PlacementRules of a model. */
    public PlacementRules(List<Coupling> couplings, Map<String, Bandwidth> bandwidths) {
        this(couplings, bandwidths, Map.of());
    }

    /** The same with other choices for single copies. */
    public PlacementRules choosing(Map<String, Bandwidth> copies) {
        return new PlacementRules(couplings, bandwidths, copies);
    }

    /** Bandwidth of one copy: what was chosen for it, otherwise that of its component. @param index number of the copy, from 1 */
    public Optional<Bandwidth> bandwidth(String componentId, int index) {
        return Optional.ofNullable(chosen.get(componentId + ":" + index)).or(() -> bandwidth(componentId));
    }

    /** Whether no copy has bandwidth. */
    public boolean withoutBandwidths() {
        return bandwidths.isEmpty() && chosen.isEmpty();
    }

    /** Bandwidth of the component's copies; empty if they have neither a reservation nor a limit. */
    public Optional<Bandwidth> bandwidth(String componentId) {
        return Optional.ofNullable(bandwidths.get(componentId));
    }

    /** Returns a copy without the rules and the bandwidth of this component. */
    public PlacementRules without(String componentId) {
        Map<String, Bandwidth> others = new TreeMap<>(bandwidths);
        others.remove(componentId);
        Map<String, Bandwidth> copies = new TreeMap<>(chosen);
        copies.keySet().removeIf(copy -> copy.startsWith(componentId + ":"));
        return new PlacementRules(couplings.stream().filter(coupling -> !coupling.names(componentId)).toList(), others, copies);
    }

    /** Returns a copy without the bandwidth of this component and its copies; couplings stay. */
    public PlacementRules withoutBandwidth(String componentId) {
        PlacementRules others = without(componentId);
        return new PlacementRules(couplings, others.bandwidths, others.chosen);
    }

    public PlacementRules without(Coupling gone) {
        return new PlacementRules(couplings.stream().filter(coupling -> !coupling.equals(gone)).toList(), bandwidths, chosen);
    }
}
