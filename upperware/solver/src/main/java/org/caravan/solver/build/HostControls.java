package org.caravan.solver.build;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.caravan.application.ApplicationModel;
import org.caravan.application.Component;
import org.caravan.application.ControlRequirement;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.ProviderControls;
import org.caravan.infrastructure.Site;
import org.caravan.solver.model.ComplianceClass;

/** Security controls required by components and provided by hosts. */
final class HostControls {

    private final ApplicationModel application;
    /** Whether any controls are required; otherwise hosts do not differ in their controls. */
    private final boolean any;
    private final Map<String, Site> siteOfHost;
    private final Map<String, ControlRequirement> asked = new HashMap<>();

    HostControls(ApplicationModel application, Map<String, Site> siteOfHost) {
        this.application = application;
        this.siteOfHost = siteOfHost;
        this.any = !application.supplement().controls().isEmpty()
                || application.supplement().data().stream().anyMatch(data -> data.sensitivity().isPresent());
    }

    ControlRequirement asked(Component component) {
        return asked.computeIfAbsent(component.id(), id -> ControlRequirement.of(application, id));
    }

    ProviderControls of(Host host) {
        return any ? siteOfHost.get(host.id()).guard(host.provider()) : ProviderControls.NONE;
    }

    /** Returns a text of the missing controls; empty if none are missing. */
    Optional<String> missing(Component component, Host host) {
        return any ? asked(component).missing(of(host)) : Optional.empty();
    }

    ComplianceClass guarded(Component component, List<Host> ofPlatforms) {
        return any ? ComplianceClass.of(asked(component), ofPlatforms.stream().map(this::of).toList()) : ComplianceClass.NONE;
    }
}
