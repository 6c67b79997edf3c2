package org.caravan.writer;

import java.util.Optional;
import org.caravan.application.Bonds;
import org.caravan.application.Coupling;
import org.caravan.application.Separation;

/** Writes what binds copies together. */
final class BondsWriter {

    private final Lines lines;
    private final Bonds bonds;

    BondsWriter(Lines lines, Bonds bonds) {
        this.lines = lines;
        this.bonds = bonds;
    }

    void couplings() {
        if (!bonds.couplings().isEmpty()) {
            lines.blank();
            bonds.couplings().forEach(coupling -> lines.line(line(coupling)));
        }
    }

    private static String line(Coupling coupling) {
        String by = coupling.by() == Separation.By.SITE ? "" : " by " + coupling.by();
        Optional<String> weight = coupling.weight().filter(points -> points != 1).map(points -> " weight " + Words.number(points));
        return (coupling.required() ? "require " : "prefer ") + Words.name(coupling.componentId()) + " " + coupling.kind() + " "
                + Words.name(coupling.otherId()) + by + weight.orElse("");
    }
}
