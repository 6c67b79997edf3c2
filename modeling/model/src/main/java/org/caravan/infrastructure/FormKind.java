package org.caravan.infrastructure;

import java.util.Locale;

/** What a component can be run as; a host runs some of these, see {@link Host#formKinds()}. */
public enum FormKind {
    /** Processes that share the host's Linux kernel. */
    CONTAINER,
    /** A small virtual machine without firmware: a unikernel. */
    MICROVM,
    /** A machine of its own, rented for one copy, that scripts install and start. */
    VM;

    /** As the language writes it: {@code container}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
