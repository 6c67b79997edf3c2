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
 * What an application says beside parts, places, requests and promises. Each list is sorted by id.
 *
 * @param data what is stored, and where it may be
 * @param adaptation what is watched and done while it runs
 * @param controls what is to be so for security's sake
 * @param organisation name of the one it belongs to
 * @param annotations of the application, texts by name
 * @param componentAnnotations texts by name by component id; components without any are left out
 * @param robustness how much of an estimate's bound plans count against a path, and of a measured confidence interval in promises, 0 (bare values) to 1 (the worse end); empty where that is the operator's word
 * @param limits each of which holds
 * @param bonds what binds copies to each other and to lines
 * @param readable ids of components that may have read replicas
 */
public record Supplement(
        List<DataSet> data,
        Adaptation adaptation,
        List<SecurityControl> controls,
        Optional<String> organisation,
        Map<String, String> annotations,
        Map<String, Map<String, String>> componentAnnotations,
        Optional<Double> robustness,
        List<Limit> limits,
        Bonds bonds,
        Set<String> readable) {

    public static final Supplement NONE = new Supplement(List.of(), Adaptation.NONE, List.of(), Optional.empty(), Map.of(), Map.of(), Optional.empty());

    /** What was stored before robustness, limits, bonds or read replicas were an application's word has none. */
    public Supplement {
        readable = readable == null ? Set.of() : Collections.unmodifiableSet(new TreeSet<>(readable));
        limits = limits == null ? List.of() : limits.stream().sorted(Comparator.comparing(Limit::id)).toList();
        bonds = bonds == null ? Bonds.NONE : bonds;
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

    /** One that limits and binds nothing. */
    public Supplement(
            List<DataSet> data,
            Adaptation adaptation,
            List<SecurityControl> controls,
            Optional<String> organisation,
            Map<String, String> annotations,
            Map<String, Map<String, String>> componentAnnotations,
            Optional<Double> robustness) {
        this(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, List.of(), Bonds.NONE, Set.of());
    }

    public Supplement withLimits(List<Limit> changed) {
        return new Supplement(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, changed, bonds, readable);
    }

    public Supplement withBonds(Bonds changed) {
        return new Supplement(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, limits, changed, readable);
    }

    public Supplement withReadable(Set<String> changed) {
        return new Supplement(data, adaptation, controls, organisation, annotations, componentAnnotations, robustness, limits, bonds, changed);
    }

    public Supplement withData(List<DataSet> changed) {
        return new Supplement(changed, adaptation, controls, organisation, annotations, componentAnnotations, robustness, limits, bonds, readable);
    }

    public Supplement withAdaptation(Adaptation changed) {
        return new Supplement(data, changed, controls, organisation, annotations, componentAnnotations, robustness, limits, bonds, readable);
    }

    public Supplement withControls(List<SecurityControl> changed) {
        return new Supplement(data, adaptation, changed, organisation, annotations, componentAnnotations, robustness, limits, bonds, readable);
    }

    /** The tightest limit on cost; empty where cost is not limited. */
    public Optional<Limit> tightestLimit() {
        return limits.stream().min(Comparator.comparing(Limit::most));
    }
}
