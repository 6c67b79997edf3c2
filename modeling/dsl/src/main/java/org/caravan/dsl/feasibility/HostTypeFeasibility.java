package org.caravan.dsl.feasibility;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.diagnostic.Diagnostic;
import org.caravan.diagnostic.Diagnostic.Severity;
import org.caravan.infrastructure.FormKind;
import org.caravan.infrastructure.Gpus;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;
import org.caravan.unit.Bytes;
import org.caravan.unit.MilliCores;

/** Checks whether any form of a component fits any host type, and reports the shortages of the closest type. */
final class HostTypeFeasibility {

    /** One pair of form and host type with the missing resources and their amounts; the list is empty if the form fits. */
    private record Try(Form form, HostType type, List<String> shortages) {}

    private final Infrastructure infrastructure;

    private HostTypeFeasibility(Infrastructure infrastructure) {
        this.infrastructure = infrastructure;
    }

    /** Warning if no form of the component fits; empty for an infrastructure without host types. */
    static Optional<Diagnostic> of(Component component, Infrastructure infrastructure) {
        HostTypeFeasibility fit = new HostTypeFeasibility(infrastructure);
        return component.forms().stream()
                .flatMap(form -> infrastructure.hostTypes().stream().map(type -> fit.tried(form, type)))
                .min(Comparator.comparingInt((Try tried) -> tried.shortages().size())
                        .thenComparing(tried -> tried.type().memory(), Comparator.reverseOrder()))
                .filter(nearest -> !nearest.shortages().isEmpty())
                .map(nearest -> warning(component, infrastructure, nearest));
    }

    private static Diagnostic warning(Component component, Infrastructure infrastructure, Try nearest) {
        String form = component.forms().size() == 1 ? "" : " as " + nearest.form().kind();
        String message = "Component " + component.id() + " fits no host type of infrastructure " + infrastructure.name()
                + "; on " + nearest.type().id() + form + " " + String.join(" and ", nearest.shortages()) + ".";
        return new Diagnostic(Severity.WARNING, "component-fits-no-host-type", message,
                Optional.of("reduce the requirement, or add a host type."), Optional.empty());
    }

    private Try tried(Form form, HostType type) {
        List<String> shortages = new ArrayList<>();
        Set<FormKind> kinds = formKinds(type);
        if (!kinds.contains(form.kind())) {
            shortages.add("no host runs a " + form.kind());
        } else if (hosts(type).findAny().isPresent() && hosts(type).noneMatch(form::runsOn)) {
            shortages.add("no machine is rented with image " + form.image());
        }
        if (!form.architectures().contains(type.architecture())) {
            shortages.add("it runs on " + form.architectures() + ", not on " + type.architecture());
        }
        if (form.cpu().compareTo(type.cpu()) > 0) {
            shortages.add("it lacks cpu " + new MilliCores(form.cpu().value() - type.cpu().value()));
        }
        if (form.memory().compareTo(type.memory()) > 0) {
            shortages.add("it lacks memory " + new Bytes(form.memory().value() - type.memory().value()));
        }
        if (form.diskBytes().compareTo(type.disk()) > 0) {
            shortages.add("it lacks disk " + new Bytes(form.diskBytes().value() - type.disk().value()));
        }
        if (!form.gpuOf(type)) {
            shortages.add("it has gpu " + type.gpu().map(Gpus::toString).orElse("0") + ", not " + form.gpu().orElseThrow());
        }
        return new Try(form, type, shortages);
    }

    /** Kinds that hosts of the type can run; all kinds if there is no such host yet. */
    private Set<FormKind> formKinds(HostType type) {
        Set<FormKind> kinds = EnumSet.noneOf(FormKind.class);
        hosts(type).map(Host::formKinds).forEach(kinds::addAll);
        return kinds.isEmpty() ? EnumSet.allOf(FormKind.class) : kinds;
    }

    private Stream<Host> hosts(HostType type) {
        return infrastructure.hosts().stream().filter(host -> host.hostTypeId().equals(type.id()));
    }
}
