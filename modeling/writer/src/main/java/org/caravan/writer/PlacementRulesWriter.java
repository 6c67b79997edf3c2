package org.caravan.writer;

import java.util.Optional;
import org.caravan.application.Coupling;
import org.caravan.application.PlacementRules;
import org.caravan.application.Separation;
import org.caravan.unit.BitRate;

/** Writes affinity rules and bandwidth of components. */
final class PlacementRulesWriter {

    private final Lines lines;
    private final PlacementRules bonds;

    PlacementRulesWriter(Lines lines, PlacementRules bonds) {
        this.lines = lines;
        this.bonds = bonds;
    }

    void couplings() {
        if (!bonds.couplings().isEmpty()) {
            lines.blank();
            bonds.couplings().forEach(coupling -> lines.line(line(coupling)));
        }
    }

    /** Writes the bandwidth inside the braces of the component. */
    void ofComponent(String componentId) {
        bonds.bandwidth(componentId).ifPresent(bandwidth -> lines.line("bandwidth { share " + Words.number(bandwidth.share())
                + (bandwidth.min().value() == 0 ? "" : "  min " + rate(bandwidth.min()))
                + bandwidth.max().map(most -> "  max " + rate(most)).orElse("") + " }"));
    }

    /** Exact rate in the largest unit that gives a whole number. */
    static String rate(BitRate rate) {
        long bits = rate.value();
        return bits % 1_000_000 == 0 ? bits / 1_000_000 + " Mbit/s" : bits % 1_000 == 0 ? bits / 1_000 + " kbit/s" : bits + " bit/s";
    }

    private static String line(Coupling coupling) {
        String by = coupling.by() == Separation.By.SITE ? "" : " by " + coupling.by();
        Optional<String> weight = coupling.weight().filter(points -> points != 1).map(points -> " weight " + Words.number(points));
        return (coupling.required() ? "require " : "prefer ") + Words.name(coupling.componentId()) + " " + coupling.kind() + " "
                + Words.name(coupling.otherId()) + by + weight.orElse("");
    }
}
