package org.caravan.importers.draft;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.caravan.adaptation.Adaptation;
import org.caravan.application.ApplicationExtras;
import org.caravan.application.Coupling;
import org.caravan.application.DataSet;
import org.caravan.application.PlacementRules;
import org.caravan.application.SecurityControl;
import org.caravan.application.Separation;
import org.caravan.text.TextRule;
import org.caravan.unit.Bytes;

/** Supplementary parts of an application under construction: data, annotations, affinity, security controls, adaptation. */
public final class DraftExtras {

    /** Ids of the components that store, produce and consume a data set. */
    private record Uses(String name, Set<String> stored, Set<String> produced, Set<String> consumed) {}

    private final DraftNames names = new DraftNames();
    private final Map<String, Uses> data = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> annotations = new TreeMap<>();
    private final List<Coupling> couplings = new ArrayList<>();
    private final List<SecurityControl> controls = new ArrayList<>();
    private final Map<String, Bytes> sizes = new TreeMap<>();
    private Adaptation adaptation = Adaptation.NONE;
    private Optional<String> owner = Optional.empty();

    /** Sets metrics, rules and other adaptation parts. */
    public void adaptation(Adaptation watched) {
        adaptation = watched;
    }

    public void control(SecurityControl control) {
        controls.add(control);
    }

    void owner(String organisation) {
        owner = Optional.of(organisation);
    }

    /** Sets the size of a data set. */
    public void size(String originalName, Bytes size) {
        sizes.put(uses(originalName).name(), size);
    }

    /** Adds a data set without uses. */
    public void data(String originalName) {
        uses(originalName);
    }

    public boolean hasData(String originalName) {
        return data.containsKey(originalName);
    }

    /** Marks the component as storing the data on its host. */
    public void stores(DraftComponent component, String originalName) {
        component.stateful();
        uses(originalName).stored().add(component.id());
    }

    public void produces(DraftComponent component, String originalName) {
        uses(originalName).produced().add(component.id());
    }

    public void consumes(DraftComponent component, String originalName) {
        uses(originalName).consumed().add(component.id());
    }

    /** @return whether the annotation was added; names are unique, ignoring case */
    public boolean annotate(DraftComponent component, String name, String text) {
        Map<String, String> own = annotations.computeIfAbsent(component.id(), none -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
        return own.putIfAbsent(DraftNames.valid(name, "annotation"), TextRule.LINE.cleaned(text)) == null;
    }

    /** @param required whether the rule is required; otherwise it is a preference */
    public void together(DraftComponent one, DraftComponent other, Separation.By by, boolean required) {
        boolean known = couplings.stream().anyMatch(coupling -> coupling.componentId().equals(one.id())
                && coupling.otherId().equals(other.id()));
        if (one != other && !known) {
            couplings.add(new Coupling(one.id(), Coupling.Kind.TOGETHER, other.id(), by, required ? Optional.empty() : Optional.of(1.0)));
        }
    }

    private Uses uses(String originalName) {
        return data.computeIfAbsent(originalName, wanted -> new Uses(names.give(wanted, "data"), new TreeSet<>(), new TreeSet<>(),
                new TreeSet<>()));
    }

    ApplicationExtras finished() {
        List<DataSet> sets = data.values().stream()
                .map(uses -> new DataSet(uses.name(), Optional.ofNullable(sizes.get(uses.name())), Optional.empty(), Set.of(), Set.of(), 1,
                1,
                Optional.empty(), uses.stored(), uses.produced(), uses.consumed())).toList();
        return new ApplicationExtras(sets, adaptation, controls, owner, Map.of(), annotations, Optional.empty())
                .withPlacementRules(new PlacementRules(couplings, Map.of()));
    }
}
