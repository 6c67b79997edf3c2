package org.caravan.application;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adaptation.Adaptation;

/**
 * Parts of an application model beyond components, locations, users, requests, SLOs and goals. Each list is sorted by id.
 *
 * @param data stored data and the locations allowed for it
 * @param adaptation metrics, rules and forecasts used while the application runs
 * @param controls security requirements
 * @param organisation name of the owning organisation
 * @param annotations annotations of the application, texts by name
 * @param componentAnnotations texts by name by component id; components without annotations are omitted
 * @param robustness share of uncertainty that plans count against an estimate (its error bound) and against a measured value in SLOs (its
 * confidence interval), 0 (point values) to 1 (worst end); empty if the operator's setting applies
 * @param limits cost limits; all of them apply
 * @param bonds affinity rules and bandwidth of copies
 * @param readable ids of components that may have read replicas
 */
public record ApplicationExtras(
        List<DataSet> data,
        Adaptation adaptation,
        List<SecurityControl> controls,
        Optional<String> organisation,
        Map<String, String> annotations,
        Map<String, Map<String, String>> componentAnnotations,
        Optional<Double> robustness,
        List<Limit> limits,
        PlacementRules bonds,
        Set<String> readable) {

    public static final ApplicationExtras NONE = new ApplicationExtras(List.of(), Adaptation.NONE, List.of(), Optional.empty(), Map.of(),
            Map.of(),
            Optional.empty());

    /** Extras stored before robustness, limits, placement rules or read replicas existed have none. */
    public ApplicationExtras {
        readable = readable == null ? Set.of() : Collections.unmodifiableSet(new TreeSet<>(readable));
        limits = limits == null ? List.of() : limits.stream().sorted(Comparator.comparing(Limit::id)).toList();
        bonds = bonds == null ? PlacementRules.NONE : bonds;
        robustness = robustness == null ? Optional.empty() : robustness;
        if (robustness.filter(share -> !(share >= 0 && share <= 1)).isPresent()) {
            throw new IllegalArgumentException("robustness is 0 to 1: " + robustness.get());
        }
        data = data.stream().sorted(Comparator.comparing(DataSet::id)).toList();
        controls = controls.stream().sorted(Comparator.comparing(SecurityControl::id)).toList();
        annotations = Collections.unmodifiableMap(new TreeMap<>(annotations));
        Map<String, Map<String, String>> kept = new TreeMap<>();
        componentAnnotations.forEach((id, texts) -> {
            if (!texts.isEmpty()) {
                kept.put(id, Collections.unmodifiableMap(new TreeMap<>(texts)));
            }
        });
        componentAnnotations = Collections.unmodifiableMap(kept);
    }

    /** Extras without limits, placement rules and read replicas. */
    public ApplicationExtras(
            List<DataSet> data,
            Adaptation adaptation,
            List<SecurityControl> controls,
            Optional<String> organisation,
            Map<String, String> annotations,
            Map<String, Map<String, String>> componentAnnotations,
            Optional<Double> robustness) {
        this(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, List.of(), PlacementRules.NONE,
                Set.of());
    }

    public ApplicationExtras withLimits(List<Limit> changed) {
        return new ApplicationExtras(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, changed,
                bonds,
                readable);
    }

    public ApplicationExtras withPlacementRules(PlacementRules changed) {
        return new ApplicationExtras(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, limits,
                changed,
                readable);
    }

    public ApplicationExtras withReadable(Set<String> changed) {
        return new ApplicationExtras(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, limits, bonds,
                changed);
    }

    public ApplicationExtras withData(List<DataSet> changed) {
        return new ApplicationExtras(changed, adaptation, controls, organisation, annotations, componentAnnotations, robustness, limits,
                bonds,
                readable);
    }

    public ApplicationExtras withAdaptation(Adaptation changed) {
        return new ApplicationExtras(data, changed, controls, organisation, annotations, componentAnnotations, robustness, limits, bonds,
                readable);
    }

    public ApplicationExtras withControls(List<SecurityControl> changed) {
        return new ApplicationExtras(data, adaptation, changed, organisation, annotations, componentAnnotations, robustness, limits, bonds,
                readable);
    }

    /** Tightest cost limit; empty if cost is not limited. */
    public Optional<Limit> tightestLimit() {
        return limits.stream().min(Comparator.comparing(Limit::most));
    }
}
