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
import org.caravan.application.Bonds;
import org.caravan.application.Coupling;
import org.caravan.application.DataSet;
import org.caravan.application.Separation;
import org.caravan.application.Supplement;

/** What an application under construction says beside its parts: data, annotations, which components are near each other. */
public final class DraftSupplement {

    /** What components do with some data, by their ids. */
    private record Uses(String name, Set<String> stored, Set<String> produced, Set<String> consumed) {}

    private final Names names = new Names();
    private final Map<String, Uses> data = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> annotations = new TreeMap<>();
    private final List<Coupling> couplings = new ArrayList<>();

    /** Some data, which nobody uses yet. */
    public void data(String originalName) {
        uses(originalName);
    }

    public boolean hasData(String originalName) {
        return data.containsKey(originalName);
    }

    /** The component keeps it on its host. */
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

    /** @return whether there was room: each name stands once, whatever its case */
    public boolean annotate(DraftComponent component, String name, String text) {
        Map<String, String> own = annotations.computeIfAbsent(component.id(), none -> new TreeMap<>(String.CASE_INSENSITIVE_ORDER));
        return own.putIfAbsent(Names.valid(name, "annotation"), text.replaceAll("\\p{Cntrl}", " ")) == null;
    }

    /** @param required else it is a preference */
    public void together(DraftComponent one, DraftComponent other, Separation.By by, boolean required) {
        boolean known = couplings.stream().anyMatch(coupling -> coupling.componentId().equals(one.id()) && coupling.otherId().equals(other.id()));
        if (one != other && !known) {
            couplings.add(new Coupling(one.id(), Coupling.Kind.TOGETHER, other.id(), by, required ? Optional.empty() : Optional.of(1.0)));
        }
    }

    private Uses uses(String originalName) {
        return data.computeIfAbsent(originalName, wanted -> new Uses(names.give(wanted, "data"), new TreeSet<>(), new TreeSet<>(), new TreeSet<>()));
    }

    Supplement finished() {
        List<DataSet> sets = data.values().stream().map(uses -> new DataSet(uses.name(), Optional.empty(), Optional.empty(), Set.of(), Set.of(), 1, 1,
                Optional.empty(), uses.stored(), uses.produced(), uses.consumed())).toList();
        return new Supplement(sets, Adaptation.NONE, List.of(), Optional.empty(), Map.of(), annotations, Optional.empty())
                .withBonds(new Bonds(couplings, Map.of()));
    }
}
