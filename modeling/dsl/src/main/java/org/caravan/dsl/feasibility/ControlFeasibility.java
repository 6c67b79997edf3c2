package org.caravan.dsl.feasibility;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.caravan.application.DataSet;
import org.caravan.application.SecurityControl;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.dsl.wording.Suggestion;
import org.caravan.infrastructure.Guard;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.Infrastructure;

/** Checks whether any host of an infrastructure meets an application's security requirements. */
final class ControlFeasibility {

    private final String name;
    private final List<Guard> guards;

    ControlFeasibility(Infrastructure infrastructure) {
        this.name = infrastructure.name();
        this.guards = infrastructure.sites().stream()
                .flatMap(site -> site.hosts().stream().map(Host::provider).distinct().map(site::guard)).toList();
    }

    Optional<Diagnostic> of(SecurityControl control) {
        SortedSet<String> offered = new TreeSet<>();
        guards.forEach(guard -> offered.addAll(guard.controls()));
        if (offered.contains(control.id())) {
            return Optional.empty();
        }
        return Optional.of(Diagnostic.error("control-not-offered", "Control " + control.id()
                + " is offered by no provider of infrastructure " + name + ".",
                offered.isEmpty() ? "add to a provider or site where it is in force: controls " + control.id()
                        : Suggestion.useOneOf(control.id(), offered) + "."));
    }

    /** Checks only data that some component handles; other data has no location. */
    Optional<Diagnostic> of(DataSet data) {
        boolean handled = Stream.of(data.storedBy(), data.producedBy(), data.consumedBy()).anyMatch(components -> !components.isEmpty());
        return data.sensitivity().filter(asked -> handled && guards.stream().noneMatch(guard -> guard.mayHold(asked)))
                .map(asked -> Diagnostic.error("class-not-held", "Data " + data.id() + " is " + asked
                        + ", which no provider of infrastructure " + name + " may hold.",
                        "add to a provider or site that may: holds " + asked));
    }
}
