package org.caravan.problem;

import java.util.Optional;
import org.caravan.application.Component;
import org.caravan.application.Form;
import org.caravan.infrastructure.Host;
import org.caravan.infrastructure.HostType;
import org.caravan.infrastructure.Infrastructure;

/**
 * Determines the form of a component on a host. It follows from the host; where a component has alternatives, after planning has chosen the
 * forms of the copy.
 */
public final class FormChoice {

    private FormChoice() {}

    /**
     * Depends on the modelled type of the host, not on observations: a temporarily unreachable host must not change the specification of
     * its copies. Empty if the host runs no form of the component.
     */
    public static Optional<Form> of(Component component, Host host, Infrastructure infrastructure) {
        return of(component, host, infrastructure.hostTypeOf(host.id()));
    }

    /** @param type type of the host */
    public static Optional<Form> of(Component component, Host host, HostType type) {
        return component.formFor(host, type);
    }
}
