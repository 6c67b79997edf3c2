package org.caravan.problem;

import java.util.Optional;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;

/** Which form a component takes on a host: it follows from the host, so that a planner chooses hosts only. */
public final class FormChoice {

    private FormChoice() {}

    /**
     * Reckoned from the modelled type of the host, not from what was observed: a host out of sight for a while must not
     * change what its copies are made of. Empty where the host runs no form of the component.
     */
    public static Optional<Form> of(Component component, Host host, Infrastructure infrastructure) {
        return of(component, host, infrastructure.hostTypeOf(host.id()));
    }

    /** @param type of the host */
    public static Optional<Form> of(Component component, Host host, HostType type) {
        return component.formFor(host, type.architecture());
    }
}
